import { fieldsIn } from "../../../graph/custom-fields/field-values.ts";
import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import { areFields, type SentCustomFields } from "../../../kernel/sent-fields.ts";
import { type CheckedLine, checkedLine, type LineContext } from "../line-items/index.ts";
import type { CartLine } from "./cart.ts";
import type { Offer } from "./offer.ts";

/** The columns of a stored line. */
export interface Line extends CheckedLine {
  id: string;
  /** Null for custom items of an administrator. */
  variant_id: string | null;
  title: string;
  description: string | null;
  thumbnail: string | null;
  includes_tax: boolean;
  allow_discounts: boolean;
  is_giftcard: boolean;
  metadata: Metadata;
  custom_fields?: SentCustomFields | undefined;
  /** False if an administrator set the price: it applies to these pieces only. */
  should_merge?: boolean;
  has_shipping?: boolean;
}

export interface LineRequest {
  variant_id: string;
  quantity: number;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export function refuseZeroQuantity({ quantity }: Pick<LineRequest, "quantity">): void {
  if (quantity < 1) {
    throw invalid(
      "Unable to generate the line item because one or more required argument(s) are missing: quantity",
    );
  }
}

interface LineOrigin {
  offer: Offer;
  price: { amount: number; includesTax: boolean };
  context: LineContext;
}

export const lineFrom = (
  id: string,
  { variant_id, quantity, metadata, custom_fields }: LineRequest,
  { offer, price, context }: LineOrigin,
): Line =>
  checkedLine(
    {
      id,
      variant_id,
      title: offer.product.title,
      description: offer.title,
      thumbnail: offer.product.thumbnail,
      unit_price: price.amount,
      quantity,
      includes_tax: price.includesTax,
      allow_discounts: offer.product.discountable,
      is_giftcard: offer.product.is_giftcard,
      metadata: metadata ?? {},
      ...(custom_fields && { custom_fields }),
    },
    context,
  );

/** Ignores the order of keys. */
function isSameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  const other = new Map(theirs);
  return (
    ours.length === theirs.length &&
    ours.every(([key, value]) => other.has(key) && isSameJson(value, other.get(key)))
  );
}

/** The newest line that the pieces can be added to. A cart may be created with several equal lines. */
export const mergeableLine = (
  lines: readonly CartLine[],
  { variant_id, metadata, custom_fields }: LineRequest,
): CartLine | undefined =>
  lines.findLast(
    (line) =>
      line.should_merge &&
      !line.is_return &&
      line.variant_id === variant_id &&
      isSameJson(line.metadata ?? {}, metadata ?? {}) &&
      areFields(fieldsIn(line), custom_fields),
  );

/** The quantity of a line after pieces are added. */
export function grownQuantity(line: Pick<CartLine, "quantity">, more: number): number {
  const quantity = line.quantity + more;
  if (quantity > MAX_AMOUNT) throw invalid(`quantity: a line cannot have more than ${MAX_AMOUNT} pieces`);
  return quantity;
}

/** A price that was set by hand is for the pieces that it was set for. */
export const exceedsAgreed = (
  line: Pick<CartLine, "variant_id" | "should_merge" | "quantity">,
  quantity: number,
): boolean => (line.variant_id === null || !line.should_merge) && quantity > line.quantity;

/** A customer who was offered two pieces for nothing does not get a hundred. */
export function refuseMoreThanAgreed(line: CartLine, quantity: number): void {
  if (exceedsAgreed(line, quantity))
    throw notAllowed(`quantity: the price of this line was agreed for ${line.quantity} pieces`);
}

export const withMetadata = (line: Pick<CartLine, "metadata">, sent: Metadata | undefined): Metadata =>
  sent ? mergedMetadata(line.metadata, sent) : (line.metadata ?? {});
