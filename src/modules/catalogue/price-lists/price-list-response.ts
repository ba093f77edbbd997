import type { ListedProduct, PriceListRow } from "./price-lists-graph.ts";

type PriceRow = NonNullable<PriceListRow["prices"]>[number];

/** As in v1 each price with variants also has `variant` and `variant_id`. */
export function withVariants(list: PriceListRow): PriceListRow {
  return list.prices ? { ...list, prices: list.prices.map(withVariant) } : list;
}

function withVariant(price: PriceRow): PriceRow {
  if (!price.variants) return price;
  const variant = price.variants[0] ?? null;
  const named = { variant, variant_id: variant?.id ?? null };
  return { ...price, ...named };
}

/** Reduces the prices of variants to those of this list and those of no list. */
export const withPricesOfList = (listId: string, product: ListedProduct): ListedProduct => {
  if (!product.variants) return product;
  return {
    ...product,
    variants: product.variants.map((variant) => ({
      ...variant,
      prices: variant.prices.filter((price) => [null, listId].includes(priceListIdOf(price))),
    })),
  };
};

/** A request selects the fields of a price: its list is present as an id or as an object. */
const priceListIdOf = (price: {
  price_list_id?: string | null;
  price_list: { id: string } | null;
}): string | null => price.price_list_id ?? price.price_list?.id ?? null;
