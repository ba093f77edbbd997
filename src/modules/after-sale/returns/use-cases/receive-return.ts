import type { Tx } from "../../../../db/database.ts";
import {
  allLines,
  fulfillmentStatusAfter,
  type LockedOrder,
  lockOrder,
  saveOrderState,
  totalsOfOrder,
} from "../../../orders/orders/index.ts";
import {
  hasPendingOperations,
  type MoneyDeps,
  paymentBusy,
  type RefundPlan,
  refundedFor,
  waivePayments,
  withRefund,
} from "../../../orders/payments/index.ts";
import { changePieces } from "../../../selling/line-items/index.ts";
import { checkReturnLocation, restockReturnedGoods, unsentAmong } from "../../../stock/inventory/index.ts";
import { type Arrival, arrivalOf, type ReceivedItems } from "../arrival.ts";
import { returnEvents } from "../events.ts";
import { saveRefundDue } from "../refund-due-store.ts";
import { type LockedReturn, locationNotFound } from "../return.ts";
import { isLocation } from "../return-option-store.ts";
import { requireReturnAllows } from "../return-state.ts";
import { findOrderOfReturn, readReturn, saveArrival, saveMismatch } from "../return-store.ts";
import { announceReturnRequest } from "./book-return-with-carrier.ts";
import { endExpectedReturn } from "./cancel-return.ts";
import { refuseRefundDueBesideV1, refuseUnpaidBesideV1 } from "./open-money-beside-v1.ts";

interface ReceiveReturnRequest extends ReceivedItems {
  returnId: string;
  locationId: string | null;
  /** The return was requested for it. Without a carrier it is not announced yet. */
  isAtOnce?: boolean;
}

export const sumOf = (refunds: readonly { amount: number }[]) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

export const refundKeyOf = (returnId: string) => `return:${returnId}`;

/**
 * Refunds the customer, then receives the goods. Without the permission to move money it only receives the goods
 * (`isRefundDeferred`). The refund is made once: a concurrent request, or a repetition after a crash, finds the refund that was
 * made for this return.
 */
export const receiveReturn = (deps: MoneyDeps, request: ReceiveReturnRequest): Promise<void> =>
  withRefund(
    deps,
    async (tx) => {
      const refundedBefore = sumOf(await refundedFor(tx, refundKeyOf(request.returnId)));
      const receipt = await lockReceipt(deps, tx, { ...request, refundedBefore });
      await checkReceivingLocation(tx, receipt);
      return refundPlanOf(receipt);
    },
    async (tx, refunds) => {
      const receipt = await lockReceipt(deps, tx, { ...request, refundedBefore: sumOf(refunds) });
      const { order, returned } = receipt;
      if (request.isAtOnce && !returned.shipping_method) await announceReturnRequest(tx, order.id, returned);
      await receiveGoods(tx, receipt);
    },
  );

async function lockReceipt(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  request: ReceiveReturnRequest & { refundedBefore: number },
): Promise<GoodsReceipt> {
  const { returnId, locationId, refundedBefore } = request;
  const order = await lockOrder(graph, tx, await findOrderOfReturn(tx, returnId));
  const returned = await readReturn(graph, tx, returnId);
  // A return that was canceled after its refund is received nevertheless.
  if (returned.status !== "canceled" || refundedBefore === 0) requireReturnAllows("receive", returned);
  if (locationId !== null && !(await isLocation(tx, locationId))) throw locationNotFound(locationId);
  return { order, returned, locationId, arrival: arrivalOf(order, returned, request) };
}

const refundPlanOf = ({ order, returned, arrival }: GoodsReceipt): RefundPlan | null =>
  arrival.refund === 0
    ? null
    : { orderId: order.id, amount: arrival.refund, reason: "return", operationKey: refundKeyOf(returned.id) };

interface GoodsReceipt {
  order: LockedOrder;
  returned: LockedReturn;
  arrival: Arrival;
  /** Where the goods arrived. Null: the location of the return. */
  locationId: string | null;
  /** The admin refunds the payment in another request, which changes the status of the order. */
  isRefundedManually?: boolean;
}

/** Updates the return, the lines, the stock and the locked order. */
export async function receiveGoods(tx: Tx, receipt: GoodsReceipt): Promise<void> {
  const { order, returned, arrival } = receipt;
  const { id, no_notification } = returned;
  const eventData = { id: order.id, return_id: id, no_notification };
  if (arrival.status === "requires_action") {
    await saveMismatch(tx, id, arrival.items);
    await returnEvents.announce(tx, "order.return_action_required", eventData);
    return;
  }
  await saveArrival(tx, id, { ...arrival, locationId: receivingLocationOf(receipt) });
  await changePieces(
    tx,
    arrivedLines(order, arrival).map(({ line, quantity, unsent }) => ({
      lineId: line.id,
      returned: quantity,
      unsent,
    })),
  );
  if (arrival.unpaid > 0) await waiveUnpaid(tx, order, arrival.unpaid);
  if (arrival.refundDue > 0) {
    await refuseRefundDueBesideV1(tx);
    await saveRefundDue(tx, id);
  }
  await restockReturnedGoods(tx, goodsOf(receipt));
  if (returned.swap_id === null) {
    if (!receipt.isRefundedManually) await saveOrderState(tx, order.id, orderStateAfter(order, arrival));
    const event = arrival.exceedsPaid ? "order.return_action_required" : "order.items_returned";
    await returnEvents.announce(tx, event, eventData);
  } else {
    await endExpectedReturn(tx, order, returned);
    await returnEvents.announce(tx, "swap.received", {
      id: returned.swap_id,
      order_id: order.id,
      no_notification,
    });
  }
}

/** Refused while a capture is running: it could take the amount that is to be waived. */
export async function waiveUnpaid(tx: Tx, order: LockedOrder, amount: number): Promise<void> {
  await refuseUnpaidBesideV1(tx, order, amount);
  if (await hasPendingOperations(tx, order.payments)) throw paymentBusy();
  await waivePayments(tx, order.id, amount);
}

/** Called before the refund: goods that cannot be restocked at the location are refused. */
async function checkReceivingLocation(tx: Tx, receipt: GoodsReceipt): Promise<void> {
  if (receipt.arrival.status !== "requires_action") await checkReturnLocation(tx, goodsOf(receipt));
}

const receivingLocationOf = ({ locationId, returned }: GoodsReceipt) => locationId ?? returned.location_id;

const goodsOf = (receipt: GoodsReceipt) =>
  returnedGoodsOf(receipt.order, receipt.arrival, receivingLocationOf(receipt));

export const returnedGoodsOf = (order: LockedOrder, arrival: Arrival, locationId: string | null) => ({
  lines: stockLinesOf(order, arrival),
  salesChannelId: order.sales_channel_id,
  locationId,
});

/** The locations that a line was shipped from. */
const shippedFrom = ({ fulfillments, swaps, claims }: LockedOrder, lineId: string): string[] =>
  [...fulfillments, ...[...swaps, ...claims].flatMap((each) => each.fulfillments)]
    .filter(({ canceled_at, items }) => canceled_at === null && items.some((item) => item.item_id === lineId))
    .flatMap(({ location_id }) => (location_id === null ? [] : [location_id]));

const arrivedLines = (order: LockedOrder, { items }: Arrival) =>
  items.flatMap(({ item_id, quantity }) => {
    const line = allLines(order).find(({ id }) => id === item_id);
    return line && quantity > 0 ? [{ line, quantity, unsent: unsentAmong(line, quantity) }] : [];
  });

const stockLinesOf = (order: LockedOrder, arrival: Arrival) =>
  arrivedLines(order, arrival).flatMap(({ line: { id, variant_id: variantId }, quantity, unsent }) =>
    variantId === null
      ? []
      : [{ lineItemId: id, variantId, quantity, unsent, sentFrom: shippedFrom(order, id) }],
  );

/**
 * As in v1 a partial refund for a return leaves the payment status `captured`. It becomes `refunded` when the whole paid
 * amount is refunded.
 */
function orderStateAfter(order: LockedOrder, { items, exceedsPaid }: Arrival) {
  const lines = order.items.map((line) => ({
    ...line,
    returned_quantity:
      (line.returned_quantity ?? 0) + (items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0),
  }));
  return {
    fulfillment_status: exceedsPaid ? ("requires_action" as const) : fulfillmentStatusAfter.return(lines),
    ...(isWholeRefunded(order) ? { payment_status: "refunded" as const } : {}),
  };
}

export function isWholeRefunded({ $facts }: LockedOrder): boolean {
  const { paid_total, refunded_total } = totalsOfOrder($facts).whole;
  return refunded_total > 0 && refunded_total >= paid_total;
}
