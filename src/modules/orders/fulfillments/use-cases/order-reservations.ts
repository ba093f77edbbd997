import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { adminReservation, reserveForLine } from "../../../stock/inventory/index.ts";
import { allLines, lockOrder, order, requireOrderAllows, unknownOrder } from "../../orders/index.ts";
import { reservationAnswerOf } from "../../v1-shapes.ts";
import { orderReservations } from "../fulfillment-schemas.ts";
import { forLinesOfOrder } from "../fulfillments-graph.ts";
import type { FulfillmentDeps } from "./call-carrier.ts";

type Deps = Pick<FulfillmentDeps, "db" | "graph">;

const orderIdView = { entity: order, fields: ["id"] };

/** The reservations for the lines of an order, and for those of its swaps and claims. */
export async function listOrderReservations(
  { graph, config }: Pick<Deps, "graph"> & { config: { maxLimit: number } },
  id: string,
  query: unknown,
) {
  const also = [{ kind: "custom" as const, condition: forLinesOfOrder, value: id }];
  const { rows, ...paging } = await orderReservations.read(graph, query, { ...config, also });
  // An empty list may also mean that the order does not exist.
  if (paging.count === 0 && !(await graph.find(orderIdView, id))) throw unknownOrder(id);
  return { reservations: rows, ...paging };
}

interface LineReservation {
  orderId: string;
  lineItemId: string;
  quantity?: number;
  location_id?: string;
}

/** Reserves stock for a line of an order, or of its swaps and claims. */
export async function reserveLine(deps: Deps, request: LineReservation) {
  const [id] = await inTransaction(deps.db, (tx) => reserve(deps, tx, request));
  return reservationAnswerOf((await deps.graph.find(adminReservation, id!))!);
}

/** Returns the ids of the reservations. */
async function reserve(
  { graph }: Deps,
  tx: Tx,
  { orderId, lineItemId, quantity, location_id }: LineReservation,
): Promise<string[]> {
  const order = await lockOrder(graph, tx, orderId);
  const line = allLines(order).find(({ id }) => id === lineItemId);
  if (!line) throw notFound("Line item", lineItemId);
  requireOrderAllows("update", order);
  if (line.variant_id === null) throw invalid("A line item without a variant cannot be reserved");
  const { sales_channel_id: salesChannelId } = order;
  return reserveForLine(tx, {
    lineItemId,
    variantId: line.variant_id,
    quantity,
    locationId: location_id ?? null,
    salesChannelId,
  });
}
