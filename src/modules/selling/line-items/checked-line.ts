import { ruleFields } from "../../../graph/custom-fields/field-values.ts";
import { frozenCopy } from "../../../kernel/frozen-copy.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { ShopCart, ShopVariant } from "../../../plugins/ports/rule-data.ts";
import type { LineInput } from "../../../plugins/ports/rules.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";

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
  id?: string;
  variant_id?: string | null;
  title?: string | null;
  metadata?: Metadata | null;
  /** As they are sent; of a stored line, in `before`. */
  custom_fields?: SentCustomFields | undefined;
}

/** Where a line is, for the rules of plugins. */
export interface LineContext {
  rules: Rules;
  source: LineInput["source"];
  /** The stored line that changes. */
  before?: Required<Omit<PricedPieces, "title" | "custom_fields">> & { title?: string | null };
  variant?: ShopVariant;
  /** Called only if there is a rule. */
  cart?: () => ShopCart;
}

/** The rules of every line: of carts, draft orders, swaps, claims and order edits. */
export function checkedLine<Line extends PricedPieces>(line: Line, context: LineContext): Line & CheckedLine {
  // What the pieces cost together must fit into the columns of payments.
  if (line.unit_price * line.quantity > MAX_AMOUNT) {
    throw invalid("quantity: the line would cost more than can be paid");
  }
  context.rules.decide("line", () => inputOf(line, context));
  return line as Line & CheckedLine;
}

function inputOf(line: PricedPieces, { source, before, variant, cart }: LineContext) {
  const { id, variant_id, title, metadata } = { ...before, ...line };
  return {
    source,
    line: {
      id: id ?? null,
      variant_id: variant_id ?? null,
      title: title ?? null,
      quantity: line.quantity,
      unit_price: line.unit_price,
      metadata: frozenCopy(metadata),
      custom_fields: ruleFields(before ?? {}, line.custom_fields),
    },
    before: before ? { quantity: before.quantity, unit_price: before.unit_price } : null,
    variant: variant ?? null,
    cart: cart?.() ?? null,
  };
}

/**
 * A line of a cart whose pieces were checked when they were added, with the price of another region, customer or channel. Not
 * refused, as in v1: the cart could not move otherwise. If it costs more than can be paid, its payment is refused.
 */
export const repricedLine = <Line extends PricedPieces>(line: Line): Line & CheckedLine =>
  line as Line & CheckedLine;
