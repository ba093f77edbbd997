import type { StockLine } from "../../../stock/inventory/index.ts";

/** The pieces that are kept for a claim. */
export const stockLinesOf = ({
  additional_items,
}: {
  additional_items: readonly { id: string; variant_id: string | null; quantity: number }[];
}): StockLine[] =>
  additional_items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
