import type { Tx } from "../../../../db/database.ts";
import { announce, announceEach } from "../../../../events/announce.ts";
import { settleGiftCardsOfCanceledOrder } from "../../../selling/gift-cards/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { allowOrder, lockOrder, type OrderInWork, saveOrderState } from "../../orders/index.ts";
import { bookedRefunds } from "../booking-store.ts";
import { canceling } from "../movement.ts";
import type { MoneyDeps } from "./deps.ts";

/** An order whose money is settled is canceled, once: stock and gift cards get back what it took from them. */
export async function applyCancellation(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  orderId: string,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  if (order.status === "canceled") return;
  await allowCancel(tx, order);
  await settleGiftCardsOfCanceledOrder(tx, orderId);
  await releaseReservations(tx, stockLinesOf(order));
  await saveOrderState(tx, orderId, {
    status: "canceled",
    fulfillment_status: "canceled",
    payment_status: "canceled",
  });
  const { no_notification } = order;
  const refunds = await bookedRefunds(tx, canceling(orderId));
  await announceEach(
    tx,
    "order.refund_created",
    refunds.map(({ id }) => ({ id: orderId, refund_id: id, no_notification })),
  );
  await announce(tx, "order.canceled", { id: orderId, no_notification });
}

/** What was given back in order to cancel it, perhaps by an attempt that broke off, does not stand in the way. */
export async function allowCancel(tx: Tx, order: OrderInWork): Promise<void> {
  const own = new Set((await bookedRefunds(tx, canceling(order.id))).map(({ id }) => id));
  allowOrder("cancel", { ...order, refunds: order.refunds.filter(({ id }) => !own.has(id)) });
}

const stockLinesOf = ({ items }: OrderInWork) =>
  items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
