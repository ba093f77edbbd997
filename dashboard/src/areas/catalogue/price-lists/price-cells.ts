import type { ListPrice, PricedProduct } from "./price-list-queries.ts";

/** Where a price applies: in a region, or wherever its currency is used. */
export interface PriceScope {
  key: string;
  currency: string;
  regionId: string | null;
}

export const currencyScope = (currency: string): PriceScope => ({ key: currency, currency, regionId: null });

/** What was typed, by variant and scope. Null: the price is taken out of the list. */
export type PriceEdits = Readonly<Record<string, number | null>>;

export const cellKey = (variantId: string, { key }: PriceScope) => `${variantId} ${key}`;

const isIn = ({ currency_code, region_id }: ListPrice, { currency, regionId }: PriceScope) =>
  regionId === null ? region_id === null && currency_code === currency : region_id === regionId;

type Variant = PricedProduct["variants"][number];

/** The price of the list that begins at this quantity; null for one without a least quantity. */
export const priceInList = (
  { prices }: Variant,
  { listId, scope, from }: { listId: string; scope: PriceScope; from: number | null },
): ListPrice | undefined =>
  prices.find((price) => price.price_list_id === listId && price.min_quantity === from && isIn(price, scope));

/** What it costs without the list. */
export const regularPrice = ({ prices }: Variant, scope: PriceScope): ListPrice | undefined =>
  prices.find((price) => price.price_list_id === null && price.min_quantity === null && isIn(price, scope)) ??
  prices.find(
    (price) =>
      price.price_list_id === null &&
      price.min_quantity === null &&
      isIn(price, currencyScope(scope.currency)),
  );

/** The least quantities that prices of the list have. */
export const quantitiesOf = (products: readonly PricedProduct[], listId: string): number[] => {
  const found = products
    .flatMap(({ variants }) => variants.flatMap(({ prices }) => prices))
    .filter(({ price_list_id, min_quantity }) => price_list_id === listId && min_quantity !== null)
    .map(({ min_quantity }) => min_quantity!);
  return [...new Set(found)].sort((one, other) => one - other);
};

/** The regions that prices of the list have. */
export const regionsIn = (products: readonly PricedProduct[], listId: string): string[] => [
  ...new Set(
    products
      .flatMap(({ variants }) => variants.flatMap(({ prices }) => prices))
      .flatMap(({ price_list_id, region_id }) => (price_list_id === listId && region_id ? region_id : [])),
  ),
];

interface Changes {
  products: readonly PricedProduct[];
  scopes: readonly PriceScope[];
  edits: PriceEdits;
  listId: string;
  from: number | null;
}

/** What has to be sent: prices that are new or changed, and the ids of those that are gone. */
export function changedPrices({ products, scopes, edits, listId, from }: Changes) {
  const cells = products.flatMap(({ variants }) =>
    variants.flatMap((variant) => scopes.map((scope) => ({ variant, scope }))),
  );
  const changed = cells.flatMap(({ variant, scope }) => {
    const amount = edits[cellKey(variant.id, scope)];
    if (amount === undefined) return [];
    return [{ variant, scope, amount, known: priceInList(variant, { listId, scope, from }) }];
  });
  return {
    saved: changed.flatMap(({ variant, scope, amount, known }) =>
      amount === null
        ? []
        : [
            {
              ...(known && { id: known.id }),
              variant_id: variant.id,
              amount,
              ...(scope.regionId ? { region_id: scope.regionId } : { currency_code: scope.currency }),
              min_quantity: from,
              max_quantity: known?.max_quantity ?? null,
            },
          ],
    ),
    removed: changed.flatMap(({ amount, known }) => (amount === null && known ? known.id : [])),
  };
}
