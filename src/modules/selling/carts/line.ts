import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { CartLine } from "./cart.ts";
import type { Offer } from "./offer.ts";

/** A line as it is stored. */
export interface Line {
  id: string;
  /** Null for what an administrator puts in by hand. */
  variant_id: string | null;
  title: string;
  description: string | null;
  thumbnail: string | null;
  unit_price: number;
  quantity: number;
  includes_tax: boolean;
  allow_discounts: boolean;
  is_giftcard: boolean;
  metadata: Metadata;
  /** Not where somebody set the price by hand: it holds for these pieces. */
  should_merge?: boolean;
  has_shipping?: boolean;
}

export interface WantedLine {
  variant_id: string;
  quantity: number;
  metadata?: Metadata;
}

// What PostgreSQL can store in the column.
const MOST = 2_147_483_647;

export function refuseNothing({ quantity }: Pick<WantedLine, "quantity">): void {
  if (quantity < 1) {
    throw invalid(
      "Unable to generate the line item because one or more required argument(s) are missing: quantity",
    );
  }
}

export const lineFrom = (
  id: string,
  { variant_id, quantity, metadata }: WantedLine,
  { offer, price }: { offer: Offer; price: { amount: number; includesTax: boolean } },
): Line => ({
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
});

/** The order of keys means nothing. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ours, theirs] = [Object.entries(a), Object.entries(b)];
  const other = new Map(theirs);
  return (
    ours.length === theirs.length &&
    ours.every(([key, value]) => other.has(key) && isSame(value, other.get(key)))
  );
}

/** The newest line that the wanted pieces can be put to: a cart may be created with several of the same. */
export const mergeableLine = (
  lines: readonly CartLine[],
  { variant_id, metadata }: WantedLine,
): CartLine | undefined =>
  lines.findLast(
    (line) =>
      line.should_merge &&
      !line.is_return &&
      line.variant_id === variant_id &&
      isSame(line.metadata ?? {}, metadata ?? {}),
  );

/** The quantity of a line that grows, or the refusal that it cannot. */
export function grownQuantity(line: Pick<CartLine, "quantity">, more: number): number {
  const quantity = line.quantity + more;
  if (quantity > MOST) throw invalid(`quantity: a line cannot have more than ${MOST} pieces`);
  return quantity;
}

/** A price times a quantity must stay a number that can be stored and computed with. */
export function refuseHuge({ unit_price, quantity }: { unit_price: number; quantity: number }): void {
  if (unit_price * quantity > MOST) throw invalid("quantity: the line would cost more than can be paid");
}

export const withMetadata = (line: Pick<CartLine, "metadata">, sent: Metadata | undefined): Metadata =>
  sent ? mergedMetadata(line.metadata, sent) : (line.metadata ?? {});
