import type { Tx } from "../../../../db/database.ts";
import { restoreReservations } from "../../../stock/inventory/index.ts";
import { readOrderInWork } from "../../orders/index.ts";
import { consignmentOf } from "../consignment.ts";
import type { Booking } from "../errand.ts";
import { statusWithout } from "../fulfillment-state.ts";
import { takeMovements } from "../fulfillment-stock-store.ts";
import { removeFulfillments, saveConsignmentStatus } from "../fulfillment-store.ts";
import type { FulfillmentDeps } from "./deps.ts";

/** Nothing remains of fulfilments that no carrier took: pieces, state and stock are as they were. The order is locked. */
export async function withdrawFulfillments(
  { graph }: Pick<FulfillmentDeps, "graph">,
  tx: Tx,
  { booking, withdrawn }: { booking: Booking; withdrawn: readonly string[] },
): Promise<void> {
  const movements = await takeMovements(tx, withdrawn);
  await removeFulfillments(tx, withdrawn);
  const consignment = consignmentOf(await readOrderInWork(graph, tx, booking.of.orderId), booking.of);
  const status = statusWithout({ consignment, before: booking.before, known: booking.known });
  await saveConsignmentStatus(tx, consignment, status);
  await restoreReservations(tx, movements);
}
