import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";
import type { LockedOrder, OrderedLine, OrderSwap } from "../../orders/orders/index.ts";
import type { LineRequest } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";
import { defaultTax } from "../../shop/taxes/index.ts";
import type { ReturnItemRequest, ShippingChoice } from "../returns/index.ts";

/** A request of a customer or an admin to exchange goods of an order. */
export interface SwapRequest {
  orderId: string;
  returnItems: readonly ReturnItemRequest[];
  returnShipping: ShippingChoice | null;
  additionalItems: readonly LineRequest[];
  customShipping?: readonly { option_id: string; price: number }[];
  /** Absent: the sales channel of the order. */
  salesChannelId?: string;
  /** Absent: the setting of the order. */
  noNotification?: boolean;
  returnLocationId?: string;
  allowBackorder: boolean;
  /** Customers get only goods that are sold in their sales channel. */
  isCustomer: boolean;
  idempotencyKey: string;
}

/** A line of the swap's cart for returned goods, which credits their price, discount and taxes. */
export interface ReturnedLine {
  id: string;
  soldId: string;
  quantity: number;
  /** The negative share of the discount; not rounded, as in the order. */
  adjustment: { id: string; amount: number } | null;
  taxes: (TaxLine & { id: string })[];
}

type NewId = (prefix: string) => string;

/** Orders from before taxes were stored by line have one rate for all lines. */
const taxesOf = (
  { tax_rate }: Pick<LockedOrder, "tax_rate">,
  { tax_lines }: OrderedLine,
): readonly TaxLine[] => (tax_rate === null ? tax_lines : [defaultTax(tax_rate)]);

export function returnedLine(
  order: Pick<LockedOrder, "tax_rate">,
  { sold, quantity, newId }: { sold: OrderedLine; quantity: number; newId: NewId },
): ReturnedLine {
  const discount = sold.adjustments.reduce((sum, { amount }) => sum + amount, 0) * (quantity / sold.quantity);
  return {
    id: newId("item"),
    soldId: sold.id,
    quantity,
    adjustment: discount === 0 ? null : { id: newId("lia"), amount: -discount },
    taxes: taxesOf(order, sold).map(({ rate, name, code }) => ({ id: newId("litl"), rate, name, code })),
  };
}

const sumOf = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);

type OrderMoney = Pick<LockedOrder, "payments" | "refunds">;

const captured = ({ payments }: OrderMoney) =>
  sumOf(payments.filter(({ captured_at, canceled_at }) => captured_at !== null && canceled_at === null));

/** The money that was paid for an order and not paid back. */
export const moneyLeft = (order: OrderMoney): number => Math.max(captured(order) - sumOf(order.refunds), 0);

/** The same with what gift cards paid. An order without payments was paid elsewhere: its total counts. */
export const valueLeft = (
  order: OrderMoney,
  { total, byGiftCards }: { total: number; byGiftCards: number },
): number => (order.payments.length > 0 ? captured(order) : total) + byGiftCards - sumOf(order.refunds);

/** Identifies the refund of the difference, so that it is made only once. */
export const refundKeyOf = (id: string) => `swap:${id}`;

export const swapNotFound = (id: string) => notFound("Swap", id);

export const noSwapOfCart = (cartId: string) =>
  new Refusal("not_found", `Swap with cart_id: ${cartId} was not found`);

export const regionDeleted = () =>
  invalid("additional_items: the region of the order no longer exists, so nothing has a price in it");

export const shippingOptionNotFound = (id: string) =>
  new Refusal("not_found", `Shipping Option with ${id} was not found in the region of the order`);

/** A swap of another order is refused as unknown. */
export function swapOf({ swaps }: Pick<LockedOrder, "swaps">, id: string): OrderSwap {
  const swap = swaps.find((each) => each.id === id);
  if (!swap) throw swapNotFound(id);
  return swap;
}

export const swapEventData = ({ id, no_notification }: Pick<OrderSwap, "id" | "no_notification">) => ({
  id,
  no_notification,
});
