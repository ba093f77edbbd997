import { rounded } from "../../../kernel/money.ts";
import { lineSubtotal, type PricedLine } from "./line-totals.ts";

/** The one discount of a cart that makes its goods cheaper. */
export interface GoodsDiscount {
  type: "percentage" | "fixed";
  /** Percent, or an amount. */
  value: number;
  /** `total`: a fixed amount off the whole; `item`: off every piece. */
  allocation: "total" | "item" | null;
}

export interface DiscountableLine extends PricedLine {
  id: string;
  allow_discounts: boolean;
  is_return: boolean;
  /** The conditions of the discount hold for the product. */
  is_eligible: boolean;
}

/** What the discount takes off each line; lines that get nothing are left out. */
export function adjustmentsOf(
  lines: readonly DiscountableLine[],
  discount: GoodsDiscount,
): { item_id: string; amount: number }[] {
  const open = lines.filter((line) => line.allow_discounts && !line.is_return);
  // A fixed amount is spread over all that may be discounted, also over what the conditions leave out of it.
  const basis = open.reduce((sum, line) => sum + lineSubtotal(line), 0);
  return open
    .filter((line) => line.is_eligible)
    .map((line) => ({ item_id: line.id, amount: amountOff(line, discount, basis) }))
    .filter(({ amount }) => amount > 0);
}

function amountOff(line: DiscountableLine, discount: GoodsDiscount, basis: number): number {
  const subtotal = lineSubtotal(line);
  return Math.min(wantedOff(line, discount, { subtotal, basis }), subtotal);
}

function wantedOff(
  line: DiscountableLine,
  { type, value, allocation }: GoodsDiscount,
  { subtotal, basis }: { subtotal: number; basis: number },
): number {
  // In this order, as in v1: where half a cent is to be rounded, it decides. Half of 19.99 is 9.99.
  if (type === "percentage") return rounded((subtotal / 100) * value);
  if (allocation === "item") return value * line.quantity;
  return basis === 0 ? 0 : Math.min(value, basis) * (subtotal / basis);
}
