import type { Tx } from "../../../../db/database.ts";
import { findApplicableDiscounts, keptOf, normalCode, refusalOf } from "../../discounts/index.ts";
import type { Cart } from "../cart.ts";
import { discountsOfCarts } from "../cart-links-store.ts";
import { unknownDiscountCodes } from "../codes.ts";

type Place = Pick<Cart, "id" | "region_id" | "customer_id">;

/** The sent codes take the place of those that were there. Tells whether goods become cheaper by one of them. */
export async function applyDiscounts(
  tx: Tx,
  cart: Place,
  codes: readonly string[],
): Promise<{ areGoodsDiscounted: boolean }> {
  const wanted = codes.map(normalCode);
  if (wanted.length === 0) {
    await discountsOfCarts.replace(tx, cart.id, []);
    return { areGoodsDiscounted: false };
  }
  const found = await findApplicableDiscounts(tx, { codes: wanted, customerId: cart.customer_id });
  const inOrder = wanted.flatMap((code) => found.find((discount) => discount.code === code) ?? []);
  if (inOrder.length < wanted.length || new Set(wanted).size < wanted.length)
    throw unknownDiscountCodes(wanted);
  const now = new Date();
  for (const discount of inOrder) {
    const refusal = refusalOf(discount, { regionId: cart.region_id, customerId: cart.customer_id, now });
    if (refusal) throw refusal;
  }
  const kept = keptOf(inOrder);
  await discountsOfCarts.replace(
    tx,
    cart.id,
    kept.map(({ id }) => id),
  );
  return { areGoodsDiscounted: kept.some(({ ruleType }) => ruleType !== "free_shipping") };
}

/** Discounts that do not hold in the new region, or for the new customer, are dropped. */
export async function dropDiscounts(tx: Tx, cart: Place, discounts: Cart["discounts"]): Promise<void> {
  if (discounts.length === 0) return;
  const codes = discounts.map(({ code }) => code);
  const found = await findApplicableDiscounts(tx, { codes, customerId: cart.customer_id });
  const now = new Date();
  const kept = found.filter(
    (discount) => !refusalOf(discount, { regionId: cart.region_id, customerId: cart.customer_id, now }),
  );
  await discountsOfCarts.replace(
    tx,
    cart.id,
    kept.map(({ id }) => id),
  );
}
