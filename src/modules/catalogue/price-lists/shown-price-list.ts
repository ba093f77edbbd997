type Row = Record<string, unknown>;

/** Prices that come with their variants also name the one variant each of them belongs to. */
export function withVariants(list: Row): Row {
  const prices = list["prices"] as Row[] | undefined;
  return prices ? { ...list, prices: prices.map(withVariant) } : list;
}

function withVariant(price: Row): Row {
  const variants = price["variants"] as Row[] | undefined;
  if (!variants) return price;
  const variant = variants[0] ?? null;
  return { ...price, variant, variant_id: variant?.["id"] ?? null };
}

/** Variants show the prices they have in this list and those they have in none: what other lists say is not asked. */
export const withPricesOf = (listId: string, product: Row): Row => {
  const variants = product["variants"] as Row[] | undefined;
  if (!variants) return product;
  const isShown = (price: Row) => [null, listId].includes(listOf(price));
  return {
    ...product,
    variants: variants.map((variant) => ({
      ...variant,
      prices: (variant["prices"] as Row[]).filter(isShown),
    })),
  };
};

/** Requests choose which fields of a price are read; its list is always among them. */
const listOf = (price: Row): string | null =>
  (price["price_list_id"] as string | null | undefined) ??
  ((price["price_list"] as Row | null)?.["id"] as string | undefined) ??
  null;
