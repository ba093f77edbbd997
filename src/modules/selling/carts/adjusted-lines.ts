import { adjustmentsOf } from "../totals/index.ts";
import { type Cart, goodsDiscountOf } from "./cart.ts";
import { ratesOf } from "./cart-taxes.ts";

export interface LineDiscount {
  item_id: string;
  discount_id: string;
  amount: number;
}

/** What the cart's discount takes off each of its lines. `eligible` are the products that its conditions allow. */
export function lineDiscountsOf(cart: Cart, eligible: ReadonlySet<string>): LineDiscount[] {
  const discount = goodsDiscountOf(cart);
  if (!discount || discount.rule.type === "free_shipping") return [];
  const rates = ratesOf(cart);
  const lines = cart.items.map((line) => ({
    ...line,
    tax_lines: rates.lines.get(line.id) ?? [],
    is_eligible: line.variant !== null && eligible.has(line.variant.product_id),
  }));
  const { type, value, allocation } = discount.rule;
  return adjustmentsOf(lines, { type, value, allocation }).map((adjustment) => ({
    ...adjustment,
    discount_id: discount.id,
  }));
}
