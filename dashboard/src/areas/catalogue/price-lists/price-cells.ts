import type { TFunction } from "i18next";
import type { GridColumn, Value } from "../../../kit/grid/grid-column.ts";
import type { ListPrice, PricedProduct } from "./price-list-queries.ts";

/** Where a price applies: in a region, or wherever its currency is used. */
export interface PriceScope {
  key: string;
  /** Of the region. */
  name?: string;
  currency: string;
  regionId: string | null;
}

export const currencyScope = (currency: string): PriceScope => ({ key: currency, currency, regionId: null });

type Variant = PricedProduct["variants"][number];

/** A line of the grid: a product, and below it each of its variants. */
export interface PriceLine {
  id: string;
  product: PricedProduct;
  /** Undefined in the line of the product itself. */
  variant?: Variant;
}

export const linesOf = (products: readonly PricedProduct[]): PriceLine[] =>
  products.flatMap((product) => [
    { id: product.id, product },
    ...product.variants.map((variant) => ({ id: variant.id, product, variant })),
  ]);

const isIn = ({ currency_code, region_id }: ListPrice, { currency, regionId }: PriceScope) =>
  regionId === null ? region_id === null && currency_code === currency : region_id === regionId;

/** The price of the list that begins at this quantity; null for one without a least quantity. */
const priceInList = (
  { prices }: Variant,
  { listId, scope, from }: { listId: string; scope: PriceScope; from: number | null },
): ListPrice | undefined =>
  prices.find((price) => price.price_list_id === listId && price.min_quantity === from && isIn(price, scope));

/** What it costs without the list. */
const regularPrice = ({ prices }: Variant, scope: PriceScope): number | null => {
  const plain = prices.filter(
    ({ price_list_id, min_quantity }) => price_list_id === null && min_quantity === null,
  );
  const found =
    plain.find((price) => isIn(price, scope)) ??
    plain.find((price) => isIn(price, currencyScope(scope.currency)));
  return found?.amount ?? null;
};

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

const headOf = ({ name, currency }: PriceScope) =>
  name ? `${name} (${currency.toUpperCase()})` : currency.toUpperCase();

interface Shown {
  t: TFunction;
  scopes: readonly PriceScope[];
  listId: string;
  from: number | null;
}

/** For each scope the price of the list, and beside it the regular one to compare. An empty price is none of the list. */
export const priceColumns = ({ t, scopes, listId, from }: Shown): GridColumn<PriceLine>[] => [
  {
    id: "title",
    header: t("priceLists.variant"),
    width: 240,
    kind: "text",
    isFixed: true,
    read: ({ product, variant }) => (variant ?? product).title,
  },
  {
    id: "sku",
    header: t("product.fields.sku"),
    width: 130,
    kind: "text",
    isFixed: true,
    read: ({ variant }) => variant && (variant.sku ?? ""),
  },
  ...scopes.flatMap((scope): GridColumn<PriceLine>[] => [
    {
      id: scope.key,
      header: t("priceLists.priceIn", { scope: headOf(scope) }),
      width: 150,
      kind: "money",
      currency: scope.currency,
      isPositive: true,
      read: ({ variant }) => variant && (priceInList(variant, { listId, scope, from })?.amount ?? null),
    },
    {
      id: regularId(scope.key),
      header: t("priceLists.regularIn", { scope: headOf(scope) }),
      width: 150,
      kind: "money",
      currency: scope.currency,
      isFixed: true,
      read: ({ variant }) => variant && regularPrice(variant, scope),
    },
  ]),
];

/** The column with the regular prices beside one of the list. */
export const regularId = (column: string) => `regular ${column}`;

interface Changes {
  variant: Variant;
  scopes: readonly PriceScope[];
  changed: Readonly<Record<string, Value>>;
  listId: string;
  from: number | null;
}

/** What has to be sent: prices that are new or changed, and the ids of those that are gone. */
export function changedPrices({ variant, scopes, changed, listId, from }: Changes) {
  const cells = scopes
    .filter(({ key }) => key in changed)
    .map((scope) => ({
      scope,
      amount: changed[scope.key],
      known: priceInList(variant, { listId, scope, from }),
    }));
  return {
    saved: cells.flatMap(({ scope, amount, known }) =>
      typeof amount === "number"
        ? [
            {
              ...(known && { id: known.id }),
              variant_id: variant.id,
              amount,
              ...(scope.regionId ? { region_id: scope.regionId } : { currency_code: scope.currency }),
              min_quantity: from,
              max_quantity: known?.max_quantity ?? null,
            },
          ]
        : [],
    ),
    removed: cells.flatMap(({ amount, known }) => (typeof amount !== "number" && known ? known.id : [])),
  };
}
