import type { ListedProduct, PriceListRow } from "./price-lists-graph.ts";

type PriceRow = NonNullable<PriceListRow["prices"]>[number];

/** Prices that come with their variants also name the one variant each of them belongs to. */
export function withVariants(list: PriceListRow): PriceListRow {
  return list.prices ? { ...list, prices: list.prices.map(withVariant) } : list;
}

function withVariant(price: PriceRow): PriceRow {
  if (!price.variants) return price;
  const variant = price.variants[0] ?? null;
  const named = { variant, variant_id: variant?.id ?? null };
  return { ...price, ...named };
}

/** Variants show the prices they have in this list and those they have in none: what other lists say is not asked. */
export const withPricesOf = (listId: string, product: ListedProduct): ListedProduct => {
  if (!product.variants) return product;
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      prices: variant.prices.filter((price) => [null, listId].includes(listOf(price))),
    })),
  };
};

/** Requests choose which fields of a price are read; its list is always among them. */
const listOf = (price: { price_list_id?: string | null; price_list: { id: string } | null }): string | null =>
  price.price_list_id ?? price.price_list?.id ?? null;
