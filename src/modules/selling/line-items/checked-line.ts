import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { invalid } from "../../../kernel/refusal.ts";

declare const isChecked: unique symbol;
type Checked = number & { readonly [isChecked]: true };

/**
 * A line whose price and quantity the rules below accept. Only this file makes one, and stores take no other, so a rule about
 * every line is written here once. Each number has the mark: a copy of a line with another quantity is not checked.
 */
export interface CheckedLine {
  unit_price: Checked;
  quantity: Checked;
}

interface PricedPieces {
  unit_price: number;
  quantity: number;
}

/** The rules of every line: of carts, draft orders, swaps, claims and order edits. */
export function checkedLine<Line extends PricedPieces>(line: Line): Line & CheckedLine {
  // What the pieces cost together must fit into the columns of payments.
  if (line.unit_price * line.quantity > MAX_AMOUNT) {
    throw invalid("quantity: the line would cost more than can be paid");
  }
  return line as Line & CheckedLine;
}

/**
 * A line of a cart whose pieces were checked when they were added, with the price of another region, customer or channel. Not
 * refused, as in v1: the cart could not move otherwise. If it costs more than can be paid, its payment is refused.
 */
export const repricedLine = <Line extends PricedPieces>(line: Line): Line & CheckedLine =>
  line as Line & CheckedLine;
