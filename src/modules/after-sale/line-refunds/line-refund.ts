import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { type LockedOrder, type OrderedLine, totalsOfOrder } from "../../orders/orders/index.ts";
import { type LineTotals, lineTotals, taxWithin } from "../../selling/totals/index.ts";
import {
  creditedPieces,
  type ItemQuantity,
  paidValueOf,
  refundableNow,
  refuseGiftCard,
  saleValueOf,
  withTaxesOfOrder,
} from "../returns/index.ts";

/** What a user chose to pay back. */
export interface ChosenRefund {
  items: readonly ItemQuantity[];
  /** With tax. */
  shippingAmount: number;
}

export interface RefundedLine extends ItemQuantity {
  amount: number;
  tax: number;
}

export interface CalculatedRefund {
  lines: RefundedLine[];
  shipping: { amount: number; tax: number };
  /** What the pieces and the shipping are worth. */
  value: number;
  tax: number;
  /** What is paid back: never more than was paid and not yet refunded. */
  amount: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The money that can still be paid back: captured, and not refunded. Gift cards are no money. */
export const refundableMoney = (order: LockedOrder): number =>
  Math.max(Math.min(refundableNow(order), totalsOfOrder(order.$facts).whole.refundable_amount), 0);

/** Pieces that were neither taken back nor paid back nor exchanged, and are in no open return: that pays them when it arrives. */
export const refundablePieces = (order: LockedOrder, line: OrderedLine): number =>
  line.is_giftcard ? 0 : Math.max(line.quantity - creditedPieces(order, line), 0);

/** The shipping of the order as it was sold, with its tax. */
function shippingOf({ $facts }: LockedOrder): Pick<LineTotals, "total" | "tax_total"> {
  const methods = [...totalsOfOrder($facts).shippingMethods.values()];
  return {
    total: sum(methods.map(({ total }) => total)),
    tax_total: sum(methods.map(({ tax_total }) => tax_total)),
  };
}

export const refundableShipping = (order: LockedOrder, refundedBefore: number) => {
  const { total } = shippingOf(order);
  return { total, refundable: Math.max(total - refundedBefore, 0) };
};

function lineOf(order: LockedOrder, { item_id, quantity }: ItemQuantity): OrderedLine {
  const line = order.items.find(({ id }) => id === item_id);
  if (!line) throw new Refusal("not_found", `items: the order has no line ${item_id}`);
  refuseGiftCard(line);
  const left = refundablePieces(order, line);
  if (quantity > left)
    throw notAllowed(
      `items: only ${left} of ${line.title} can be refunded; others were returned, exchanged, claimed or refunded, or are in an open return`,
    );
  return line;
}

function refuseDuplicates(items: readonly ItemQuantity[]): void {
  if (new Set(items.map(({ item_id }) => item_id)).size < items.length)
    throw invalid("items: a line is named twice");
}

/** The value of each line. A discount of the whole order is rounded once: the largest part has the difference. */
function valuesOf(order: LockedOrder, items: readonly ItemQuantity[]): RefundedLine[] {
  const sold = items.map((item) => withTaxesOfOrder(order, lineOf(order, item)));
  const values = items.map((item) => saleValueOf(order, [item]));
  const largest = values.indexOf(Math.max(...values));
  const difference = paidValueOf(order, items) - sum(values);
  return items.map(({ item_id, quantity }, index) => {
    const amount = Math.max(values[index]! + (index === largest ? difference : 0), 0);
    return { item_id, quantity, amount, tax: taxWithin(lineTotals(sold[index]!), amount) };
  });
}

/** What the chosen pieces and the shipping come to. `shippingBefore` was refunded by earlier ones. */
export function calculateRefund(
  order: LockedOrder,
  { items, shippingAmount }: ChosenRefund,
  shippingBefore: number,
): CalculatedRefund {
  refuseDuplicates(items);
  const lines = valuesOf(order, items);
  const left = refundableShipping(order, shippingBefore).refundable;
  if (shippingAmount > left)
    throw notAllowed(`shipping_amount: only ${left} of the shipping can be refunded`);
  const shipping = { amount: shippingAmount, tax: taxWithin(shippingOf(order), shippingAmount) };
  const value = sum(lines.map(({ amount }) => amount)) + shippingAmount;
  return {
    lines,
    shipping,
    value,
    tax: sum(lines.map(({ tax }) => tax)) + shipping.tax,
    amount: Math.min(value, refundableMoney(order)),
  };
}

export function refuseNothing({ amount, value }: CalculatedRefund): void {
  if (value === 0)
    throw invalid("items: choose pieces or an amount of the shipping that are worth something");
  if (amount === 0) throw notAllowed("Nothing of what was paid is left to refund");
}
