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

/** Checks that a cart can be paid. */
export function refuseIncomplete(cart: Cart, total: number): void {
  if (total > 0 && !selectedSession(cart)) {
    throw notAllowed("You cannot complete a cart without a payment session.");
  }
  if (cart.items.length === 0) throw invalid("Cannot create order from empty cart");
  if (cart.customer_id === null || cart.email === null) {
    throw invalid("Cannot create an order from the cart without a customer");
  }
}

/** Refuses lines whose product was deleted. */
export function refuseDeletedGoods({ items }: Cart): void {
  const gone = items.filter((line) => isSold(line) && line.variant_id !== null && !line.variant);
  if (gone.length === 0) return;
  const titles = [...new Set(gone.map(({ title }) => title))].join(", ");
  throw notAllowed(`No longer sold, to be removed from the cart: ${titles}`, "goods_deleted");
}

/** Shipped lines need a shipping method and an address. `unsentVariants` are not shipped, such as downloads. */
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

/** Gift cards are sent as codes, and custom items have no shipping profile. */
export const isSent = ({ is_return, is_giftcard, variant_id }: Cart["items"][number]): boolean =>
  !is_return && !is_giftcard && variant_id !== null;

export const notAuthorized = () => notAllowed("The payment was not authorized");

/** A customer pays what they saw. `expected` is absent where the storefront has shown the cart itself. */
export function refuseOtherTotal(total: number, expected: number | undefined): void {
  if (expected !== undefined && Math.max(total, 0) !== expected) {
    throw new Refusal("conflict", "The amount has changed", "amount_changed");
  }
}

export const changedDuringCompletion = () =>
  new Refusal("conflict", "The cart was changed again and again while it was completed");

/** The quantity of each variant over all lines. */
export function piecesByVariant(cart: Cart): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const { variantId, quantity } of stockLinesOf(cart)) {
    pieces.set(variantId, (pieces.get(variantId) ?? 0) + quantity);
  }
  return pieces;
}

/** The tax rows of the sold lines and of the shipping methods. Returned lines already have tax rows. */
export const taxRowsOf = (cart: Cart, taxes: CartTaxes) => ({
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

/** The value of a gift card is its price without tax. The tax is not due again when the card is used. */
export const boughtGiftCards = (cart: Cart, taxes: CartTaxes, netUnitPrice: (lineId: string) => number) =>
  cart.items
    .filter(({ is_giftcard }) => is_giftcard)
    .flatMap(({ id, quantity, metadata }) => {
      const taxRate = (taxes.lines.get(id) ?? []).reduce((sum, { rate }) => sum + rate, 0);
      const card = { value: netUnitPrice(id), taxRate, metadata: metadata ?? {} };
      return Array.from({ length: quantity }, () => card);
    });
