import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import {
  combinableDiscounts,
  discountRefusal,
  findApplicableDiscounts,
  findEligibleProducts,
  normalCode,
} from "../../discounts/index.ts";
import { findGiftCardsForCart, giftCardRefusal } from "../../gift-cards/index.ts";
import { replaceDiscountAdjustments } from "../../line-items/index.ts";
import { type CartResult, changeCart } from "../cache/index.ts";
import { type Cart, goodsDiscountOf, isOfDiscount, refuseDeletedRegion } from "../cart.ts";
import type { CartChanges } from "../cart-changes.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { discountsOfCarts, giftCardsOfCarts, readCartIn } from "../cart-store.ts";
import { lineDiscountsOf } from "../cart-totals.ts";
import { ratesWithoutService } from "../chosen-taxes.ts";
import { cartEvents } from "../events.ts";
import { syncPaymentSessions } from "./payment-sessions.ts";

/** Counted by the limits on guessing codes. */
export class UnknownCode extends Refusal {
  constructor(message: string) {
    super("not_found", message);
  }
}

const unknownDiscountCodes = (codes: readonly string[]) =>
  new UnknownCode(`Discounts with code [${codes.join(", ")}] was not found`);

const unknownGiftCard = (code: string) => new UnknownCode(`Gift card with code: ${code} was not found`);

type CartScope = Pick<Cart, "id" | "region_id" | "customer_id">;

interface CodeChange {
  deps: CartDeps;
  cart: Cart;
  /** The cart after the change. */
  next: CartScope;
  changes: CartChanges;
  /** Lines, region or customer have changed. */
  hasNewLines: boolean;
}

/** Applies the sent discounts and gift cards, and recalculates the discount of each line if it may have changed. */
export async function applyCodes(
  tx: Tx,
  { deps, cart, next, changes, hasNewLines }: CodeChange,
): Promise<void> {
  const codes = changes.discounts?.map(({ code }) => code);
  const applied = codes && (await applyDiscounts(tx, next, codes));
  // As in v1, adjustments of a discount that free shipping replaced stay; they no longer count.
  const isRebuilt = applied ? applied.areGoodsDiscounted || codes.length === 0 : hasNewLines;
  if (isRebuilt && (applied?.areGoodsDiscounted || hasAdjustments(cart))) {
    await rebuildAdjustments(deps, tx, cart.id);
  }
  if (changes.gift_cards !== undefined) {
    const cards = changes.gift_cards ?? [];
    await applyGiftCards(
      tx,
      next,
      cards.map(({ code }) => code),
    );
  }
}

/** Replaces the discounts of the cart. Returns whether one of them applies to goods. */
export async function applyDiscounts(
  tx: Tx,
  cart: CartScope,
  codes: readonly string[],
): Promise<{ areGoodsDiscounted: boolean }> {
  const requested = codes.map(normalCode);
  if (requested.length === 0) {
    await discountsOfCarts.replace(tx, cart.id, []);
    return { areGoodsDiscounted: false };
  }
  const found = await findApplicableDiscounts(tx, { codes: requested, customerId: cart.customer_id });
  const inOrder = requested.flatMap((code) => found.find((discount) => discount.code === code) ?? []);
  if (inOrder.length < requested.length || new Set(requested).size < requested.length)
    throw unknownDiscountCodes(requested);
  const now = new Date();
  for (const discount of inOrder) {
    const refusal = discountRefusal(discount, {
      regionId: cart.region_id,
      customerId: cart.customer_id,
      now,
    });
    if (refusal) throw refusal;
  }
  const applied = combinableDiscounts(inOrder);
  await discountsOfCarts.replace(
    tx,
    cart.id,
    applied.map(({ id }) => id),
  );
  return { areGoodsDiscounted: applied.some(({ ruleType }) => ruleType !== "free_shipping") };
}

/** Removes the discounts that do not apply in the new region or for the new customer. */
export async function dropDiscounts(tx: Tx, cart: CartScope, discounts: Cart["discounts"]): Promise<void> {
  if (discounts.length === 0) return;
  const codes = discounts.map(({ code }) => code);
  const found = await findApplicableDiscounts(tx, { codes, customerId: cart.customer_id });
  const now = new Date();
  const applied = found.filter(
    (discount) => !discountRefusal(discount, { regionId: cart.region_id, customerId: cart.customer_id, now }),
  );
  await discountsOfCarts.replace(
    tx,
    cart.id,
    applied.map(({ id }) => id),
  );
}

/** Replaces the gift cards of the cart. */
async function applyGiftCards(
  tx: Tx,
  cart: Pick<Cart, "id" | "region_id">,
  codes: readonly string[],
): Promise<void> {
  const requested = [...new Set(codes)];
  const found = await findGiftCardsForCart(tx, requested);
  const now = new Date();
  for (const code of requested) {
    const card = found.find((each) => each.code === code);
    if (!card) throw unknownGiftCard(code);
    const refusal = giftCardRefusal(card, { regionId: cart.region_id, now });
    if (refusal) throw refusal;
  }
  await giftCardsOfCarts.replace(
    tx,
    cart.id,
    found.map(({ id }) => id),
  );
}

/** Recalculates the discount of each line. Reads the cart again, because its lines or discounts have changed. */
export async function rebuildAdjustments(
  { graph, providers }: Pick<CartDeps, "graph" | "providers">,
  tx: Tx,
  cartId: string,
): Promise<void> {
  const cart = await readCartIn(graph, tx, cartId);
  const eligible = await eligibleProducts(tx, cart);
  const lines = lineDiscountsOf(cart, { rates: ratesWithoutService(providers.rules, cart), eligible });
  await replaceDiscountAdjustments(
    tx,
    cartId,
    lines.map((line) => ({ id: newId("lia"), ...line })),
  );
}

async function eligibleProducts(tx: Tx, cart: Cart): Promise<Set<string>> {
  const discount = goodsDiscountOf(cart);
  if (!discount) return new Set();
  const productIds = cart.items.flatMap(({ variant }) => variant?.product_id ?? []);
  return findEligibleProducts(tx, { ruleId: discount.rule.id, productIds });
}

/** Saves the calculation for the many carts without a discount. */
export const hasAdjustments = (cart: Cart): boolean =>
  goodsDiscountOf(cart) !== undefined || cart.items.some(({ adjustments }) => adjustments.some(isOfDiscount));

/** Removing a code that is not on the cart changes nothing, unless the cart has adjustments of a deleted discount. */
export async function removeDiscount(deps: CartDeps, cartId: string, code: string): Promise<CartResult> {
  const { outcome, result } = await changeCart(deps, cartId, async ({ tx, cart }) => {
    refuseDeletedRegion(cart);
    const remaining = cart.discounts.filter((discount) => discount.code !== code);
    if (remaining.length === cart.discounts.length && !hasStaleAdjustments(cart)) return { isPaying: false };
    await discountsOfCarts.replace(
      tx,
      cartId,
      remaining.map(({ id }) => id),
    );
    if (hasAdjustments(cart)) await rebuildAdjustments(deps, tx, cartId);
    await cartEvents.announce(tx, "cart.updated", { id: cartId });
    return { isPaying: cart.payment_sessions.length > 0 };
  });
  return outcome.isPaying ? syncPaymentSessions(deps, cartId) : result;
}

/** Whether a line has adjustments of a discount that the cart no longer has. */
const hasStaleAdjustments = ({ items, discounts }: Cart): boolean =>
  items.some(({ adjustments }) =>
    adjustments
      .filter(isOfDiscount)
      .some(({ discount_id }) => !discounts.some(({ id }) => id === discount_id)),
  );
