import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import {
  allLines,
  fulfillmentStatusAfter,
  type OrderInWork,
  saveOrderState,
  totalsOfOrder,
} from "../../../orders/orders/index.ts";
import { areMoved, stillUnderWay, waivePayments } from "../../../orders/payments/index.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { checkReturnLocation, restockReturnedGoods, unsentAmong } from "../../../stock/inventory/index.ts";
import type { Arrival } from "../arrival.ts";
import { saveArrival, saveMismatch } from "../arrival-store.ts";
import type { ReturnInWork } from "../return.ts";
import { endExchange } from "./end-exchange.ts";

export interface TakenIn {
  order: OrderInWork;
  returned: ReturnInWork;
  arrival: Arrival;
  /** Where the goods are; where the return says when nobody says. */
  locationId: string | null;
  /** The rest is done by hand: the order stays as it is. */
  isByHand?: boolean;
}

/** Goods have arrived: the return, the lines, the stock and the order, which this transaction has locked. */
export async function takeIn(tx: Tx, taken: TakenIn): Promise<void> {
  const { order, returned, arrival } = taken;
  const { id, no_notification } = returned;
  const told = { id: order.id, return_id: id, no_notification };
  if (arrival.status === "requires_action") {
    await saveMismatch(tx, id, arrival.items);
    await announce(tx, "order.return_action_required", told);
    return;
  }
  await saveArrival(tx, id, { ...arrival, locationId: placeOf(taken) });
  await changePieces(
    tx,
    arrivedPieces(order, arrival).map(({ line, quantity, unsent }) => ({
      lineId: line.id,
      returned: quantity,
      unsent,
    })),
  );
  if (arrival.unpaid > 0) await waive(tx, order, arrival.unpaid);
  await restockReturnedGoods(tx, goodsOf(taken));
  if (returned.swap_id === null) {
    if (!taken.isByHand) await saveOrderState(tx, order.id, stateAfter(order, arrival));
    await announce(tx, arrival.isBeyondPaid ? "order.return_action_required" : "order.items_returned", told);
  } else {
    await endExchange(tx, order, returned);
    await announce(tx, "swap.received", { id: returned.swap_id, order_id: order.id, no_notification });
  }
}

/** What was not paid for the goods is not going to be: nobody may be taking it at this moment. */
async function waive(tx: Tx, order: OrderInWork, amount: number): Promise<void> {
  if (await areMoved(tx, order.payments)) throw stillUnderWay();
  await waivePayments(tx, order.id, amount);
}

/** Refuses goods that cannot be taken in where they are, before anybody is paid for them. */
export async function checkPlace(tx: Tx, taken: TakenIn): Promise<void> {
  if (taken.arrival.status !== "requires_action") await checkReturnLocation(tx, goodsOf(taken));
}

const placeOf = ({ locationId, returned }: TakenIn) => locationId ?? returned.location_id;

const goodsOf = (taken: TakenIn) => ({
  lines: stockOf(taken.order, taken.arrival),
  salesChannelId: taken.order.sales_channel_id,
  locationId: placeOf(taken),
});

/** Where pieces of a line were sent from. */
const sentFrom = ({ fulfillments, swaps, claims }: OrderInWork, lineId: string): string[] =>
  [...fulfillments, ...[...swaps, ...claims].flatMap((each) => each.fulfillments)]
    .filter(({ canceled_at, items }) => canceled_at === null && items.some((item) => item.item_id === lineId))
    .flatMap(({ location_id }) => (location_id === null ? [] : [location_id]));

const arrivedPieces = (order: OrderInWork, { items }: Arrival) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find(({ id }) => id === item_id);
    return line && quantity > 0 ? [{ line, quantity, unsent: unsentAmong(line, quantity) }] : [];
  });

const stockOf = (order: OrderInWork, arrival: Arrival) =>
  arrivedPieces(order, arrival).flatMap(({ line: { id, variant_id: variantId }, ...pieces }) =>
    variantId === null ? [] : [{ lineItemId: id, variantId, ...pieces, sentFrom: sentFrom(order, id) }],
  );

/**
 * As in v1 a refund of a part for what came back leaves the payment `captured`; only an order of which nothing is
 * paid any more is `refunded`.
 */
function stateAfter(order: OrderInWork, { items, isBeyondPaid }: Arrival) {
  const lines = order.items.map((line) => ({
    ...line,
    returned_quantity:
      (line.returned_quantity ?? 0) + (items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0),
  }));
  const { paid_total, refunded_total } = totalsOfOrder(order.$facts).whole;
  return {
    fulfillment_status: isBeyondPaid ? ("requires_action" as const) : fulfillmentStatusAfter.return(lines),
    ...(refunded_total > 0 && refunded_total >= paid_total ? { payment_status: "refunded" as const } : {}),
  };
}
