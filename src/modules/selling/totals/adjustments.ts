import { rounded } from "../../../kernel/money.ts";
import { lineSubtotal, type PricedLine } from "./line-totals.ts";

/** The discount on the goods of a cart. */
export interface GoodsDiscount {
  type: "percentage" | "fixed";
  /** Percent, or an amount. */
  value: number;
  /** A fixed amount applies to the whole cart (`total`) or to every piece (`item`). */
  allocation: "total" | "item" | null;
}

export interface DiscountableLine extends PricedLine {
  id: string;
  allow_discounts: boolean;
  is_return: boolean;
  /** Whether the product meets the conditions of the discount. */
  is_eligible: boolean;
}

/** The discount of each line. Lines without a discount are omitted. */
export function adjustmentsOf(
  lines: readonly DiscountableLine[],
  discount: GoodsDiscount,
): { item_id: string; amount: number }[] {
  const open = lines.filter((line) => line.allow_discounts && !line.is_return);
  // A fixed amount is spread over all discountable lines, including those that do not meet the conditions.
  const basis = open.reduce((sum, line) => sum + lineSubtotal(line), 0);
  return open
    .filter((line) => line.is_eligible)
    .map((line) => ({ item_id: line.id, amount: amountOff(line, discount, basis) }))
    .filter(({ amount }) => amount > 0);
}

function amountOff(line: DiscountableLine, discount: GoodsDiscount, basis: number): number {
  const subtotal = lineSubtotal(line);
  return Math.min(fullAmountOff(line, discount, { subtotal, basis }), subtotal);
}

function fullAmountOff(
  line: DiscountableLine,
  { type, value, allocation }: GoodsDiscount,
  { subtotal, basis }: { subtotal: number; basis: number },
): number {
  // The order of operations is that of v1, because it decides the rounding of half a cent. Half of 19.99 is 9.99.
  if (type === "percentage") return rounded((subtotal / 100) * value);
  if (allocation === "item") return value * line.quantity;
  return basis === 0 ? 0 : Math.min(value, basis) * (subtotal / basis);
}
