import { newId } from "../../../kernel/ids.ts";
import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import {
  type Cart,
  type CartTaxes,
  isSold,
  linesShippedBy,
  selectedSession,
  stockLinesOf,
} from "../../selling/carts/index.ts";
import { withUniqueCodes } from "../../selling/totals/index.ts";

/** What a cart needs before its payment may be asked for. */
export function refuseIncomplete(cart: Cart, total: number): void {
  if (total > 0 && !selectedSession(cart)) {
    throw notAllowed("You cannot complete a cart without a payment session.");
  }
  if (cart.items.length === 0) throw invalid("Cannot create order from empty cart");
  if (cart.customer_id === null || cart.email === null) {
    throw invalid("Cannot create an order from the cart without a customer");
  }
}

/** What was deleted after it had been put into the cart. */
export function refuseDeletedGoods({ items }: Cart): void {
  const gone = items.filter((line) => isSold(line) && line.variant_id !== null && !line.variant);
  if (gone.length === 0) return;
  const titles = [...new Set(gone.map(({ title }) => title))].join(", ");
  throw notAllowed(`No longer sold, to be removed from the cart: ${titles}`, "goods_deleted");
}

/** Goods that are sent need a way and an address. `unsentVariants` are those of which nothing is sent, such as downloads. */
export function refuseUnsendable(cart: Cart, unsentVariants: ReadonlySet<string>): void {
  const sent = cart.items.filter((line) => isSent(line) && !unsentVariants.has(line.variant_id!));
  if (sent.length === 0) return;
  const covered = new Set(linesShippedBy(cart, cart.shipping_methods));
  const uncovered = sent.find(({ id }) => !covered.has(id));
  if (uncovered) throw invalid(`shipping_methods: choose how "${uncovered.title}" is sent`);
  const { address_1, country_code } = cart.shipping_address ?? {};
  if (!address_1 || !country_code) {
    throw invalid("shipping_address: an address with address_1 and country_code is needed");
  }
}

/** Gift cards are sent as codes, and what was put in by hand has no shipping profile. */
export const isSent = ({ is_return, is_giftcard, variant_id }: Cart["items"][number]): boolean =>
  !is_return && !is_giftcard && variant_id !== null;

export const notAuthorized = () => notAllowed("The payment was not authorized");

export const changedMeanwhile = () =>
  new Refusal("conflict", "The cart was changed again and again while it was completed");

/** Pieces of each variant, however many lines they are on. */
export function piecesByVariant(cart: Cart): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { variantId, quantity } of stockLinesOf(cart)) {
    pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  }
  return pieces;
}

/** The taxes of what is bought as rows to be kept, by line and by shipping method; what comes back has its own. */
export const keptTaxes = (cart: Cart, taxes: CartTaxes) => ({
  lines: cart.items
    .filter(isSold)
    .flatMap(({ id }) =>
      withUniqueCodes(taxes.lines.get(id) ?? []).map((rate) => ({ id: newId("litl"), item_id: id, ...rate })),
    ),
  shipping: cart.shipping_methods.flatMap(({ id }) =>
    withUniqueCodes(taxes.shipping.get(id) ?? []).map((rate) => ({
      id: newId("smtl"),
      shipping_method_id: id,
      ...rate,
    })),
  ),
});

/** A gift card is worth what was paid for it without tax; the tax that was paid for it is not due again. */
export const boughtGiftCards = (cart: Cart, taxes: CartTaxes, netUnitPrice: (lineId: string) => number) =>
  cart.items
    .filter(({ is_giftcard }) => is_giftcard)
    .flatMap(({ id, quantity, metadata }) => {
      const taxRate = (taxes.lines.get(id) ?? []).reduce((sum, { rate }) => sum + rate, 0);
      const card = { value: netUnitPrice(id), taxRate, metadata: metadata ?? {} };
      return Array.from({ length: quantity }, () => card);
    });
