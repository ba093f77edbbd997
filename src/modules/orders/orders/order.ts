import { notFound, Refusal } from "../../../kernel/refusal.ts";
import type { PricedLine, PricedShipping } from "../../selling/totals/index.ts";

/** What the totals of an order are computed from; the names are those of its tables. */
export interface OrderFacts {
  customer_id: string;
  /** Orders of before taxes were kept by line have one rate for everything. */
  tax_rate: number | null;
  lines: OrderLine[];
  /** Lines of its swaps and claims. */
  additional_lines: OrderLine[];
  shipping_methods: (PricedShipping & { id: string })[];
  paid: number[];
  refunded: number[];
  gift_card_uses: { gift_card_id: string; amount: number; tax_rate: number | null }[];
}

export interface OrderLine extends PricedLine {
  id: string;
  returned_quantity: number | null;
  /** Not known of lines that an edit has not made lines of the order yet. */
  returned_unsent?: number;
}

export const unknownOrder = (id: string) => notFound("Order", id);

export const noOrderOfCart = (cartId: string) =>
  new Refusal("not_found", `Order with cart_id: ${cartId} was not found`);

/** Says nothing of which part was wrong: whoever guesses would learn which emails have bought here. */
export const noSuchOrder = () => new Refusal("not_found", "There is no order with this number and email");
