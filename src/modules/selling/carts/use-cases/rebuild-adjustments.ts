import type { Tx } from "../../../../db/database.ts";
import type { Graph } from "../../../../graph/graph.ts";
import { newId } from "../../../../kernel/ids.ts";
import { findEligibleProducts } from "../../discounts/index.ts";
import { replaceDiscountAdjustments } from "../../line-items/index.ts";
import { lineDiscountsOf } from "../adjusted-lines.ts";
import { type Cart, goodsDiscountOf, isOfDiscount } from "../cart.ts";
import { readCartIn } from "../cart-store.ts";

/** Computes anew what the discount takes off each line. Reads the cart again: its lines or discounts have changed. */
export async function rebuildAdjustments(graph: Graph, tx: Tx, cartId: string): Promise<void> {
  const cart = await readCartIn(graph, tx, cartId);
  const lines = lineDiscountsOf(cart, await eligibleProducts(tx, cart));
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

/** Whether there is anything to compute: most carts have no discount. */
export const hasAdjustments = (cart: Cart): boolean =>
  goodsDiscountOf(cart) !== undefined || cart.items.some(({ adjustments }) => adjustments.some(isOfDiscount));
