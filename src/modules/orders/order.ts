import { notFound } from "../../kernel/refusal.ts";
import type { PricedLine, PricedShipping, TaxLine } from "../totals/index.ts";

/** An order as it is read to be shown; the names are those of its tables. */
export interface Order {
  id: string;
  tax_rate: number | null;
  items: (PricedLine & { id: string; returned_quantity: number | null; variant?: unknown })[];
  shipping_methods: (PricedShipping & { id: string })[];
  $facts: OrderFacts;
}

/** What the totals of an order depend on beside its lines. */
export interface OrderFacts {
  customer_id: string;
  /** Orders of before taxes were kept by line have one rate for everything. */
  tax_rate: number | null;
  paid: number[];
  refunded: number[];
  gift_card_uses: { gift_card_id: string; amount: number; tax_rate: number | null }[];
}

export const unknownOrder = (id: string) => notFound("Order", id);

/** The rates of a line, or the one rate of an old order. */
export const taxLinesOf = (
  { $facts }: Pick<Order, "$facts">,
  kept: readonly TaxLine[],
): readonly TaxLine[] =>
  $facts.tax_rate === null ? kept : [{ rate: $facts.tax_rate, name: "default", code: "default" }];
