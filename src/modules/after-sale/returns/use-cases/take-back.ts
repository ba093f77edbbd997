import type { Tx } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { type LockedOrder, lockOrder } from "../../../orders/orders/index.ts";
import { checkReturnLocation } from "../../../stock/inventory/index.ts";
import { type Arrival, refuseAtCarriers } from "../arrival.ts";
import { type ItemQuantity, linesToReturn, locationNotFound } from "../return.ts";
import { isLocation } from "../return-option-store.ts";
import { readReturn } from "../return-store.ts";
import { insertReturn } from "./insert-return.ts";
import { receiveGoods, returnedGoodsOf } from "./receive-return.ts";

interface TakenBack {
  items: readonly ItemQuantity[];
  /** Null: where the goods were sent from. */
  locationId: string | null;
}

/** The goods are here, or never left. Their money is paid back by the caller. */
const arrivalOf = (items: readonly ItemQuantity[], refundAmount: number): Arrival => ({
  status: "received",
  items: items.map(({ item_id, quantity }) => ({
    item_id,
    quantity,
    requested_quantity: quantity,
    is_requested: true,
  })),
  refundAmount,
  refund: 0,
  refundDue: 0,
  exceedsPaid: false,
  unpaid: 0,
});

/** Refuses what `takeBack` would refuse, before money is moved. */
export async function checkTakeBack(tx: Tx, order: LockedOrder, { items, locationId }: TakenBack) {
  refuseAtCarriers(order, items);
  linesToReturn(order, items, { isRefundedOnArrival: true });
  if (locationId !== null && !(await isLocation(tx, locationId))) throw locationNotFound(locationId);
  await checkReturnLocation(tx, returnedGoodsOf(order, arrivalOf(items, 0), locationId));
}

/** Records a return of the locked order that is received at once, and puts its goods into stock. Returns its id. */
export async function takeBack(
  graph: Graph,
  tx: Tx,
  { orderId, refunded, ...taken }: TakenBack & { orderId: string; refunded: number },
): Promise<string> {
  const order = await lockOrder(graph, tx, orderId);
  const { items, locationId } = taken;
  const id = await insertReturn(tx, order, {
    items,
    locationId,
    // The money has moved before: it is saved with the arrival.
    refundAmount: 0,
    owner: { order_id: orderId },
    receiveNow: true,
    noNotification: order.no_notification,
  });
  const returned = await readReturn(graph, tx, id);
  await receiveGoods(tx, { order, returned, locationId, arrival: arrivalOf(items, refunded) });
  return id;
}
