import type { RowFor } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { product, productRelations } from "../../../catalogue/products/index.ts";
import type { NamedLocation } from "../../../stock/inventory/index.ts";

/** The relations that the context of an export lists. */
export const relations = [...productRelations, "variants.prices.region"] as const;

type ReadRelation = Exclude<(typeof relations)[number], "options.values">;

/** Values of options are read with the variants. */
export const exportedProduct = viewOf({
  entity: product,
  relations: [
    ...relations.filter((path): path is ReadRelation => path !== "options.values"),
    "presentation" as const,
  ],
});

/** The fields of a product that determine the columns. */
export const productOutline = viewOf({
  entity: product,
  fields: [
    "id",
    "presentation.product_id",
    "images.id",
    "options.id",
    "sales_channels.id",
    "categories.id",
    "variants.prices.currency_code",
    "variants.prices.price_list_id",
    "variants.prices.region_id",
    "variants.prices.region.id",
    "variants.prices.region.name",
    "variants.prices.region.currency_code",
  ],
});

export type ProductRow = RowFor<typeof exportedProduct> & {
  /** The pieces by variant and location, in a shop with locations. */
  stock?: ReadonlyMap<string, Readonly<Record<string, number>>>;
};
type ProductOutline = RowFor<typeof productOutline>;

/** The columns that depend on the exported products. */
export interface ProductShape {
  prices: PriceColumn[];
  /** Absent in a shop without locations. */
  locations?: readonly NamedLocation[];
  dynamicImageColumnCount: number;
  dynamicOptionColumnCount: number;
  dynamicSalesChannelsColumnCount: number;
  dynamicProductCategoriesColumnCount: number;
  /** Absent in a shop that has none, whose files are those of v1. */
  hasPresentation?: true;
}

export interface PriceColumn {
  currency_code: string;
  region: { id: string; name: string; currency_code: string } | null;
}

interface Price {
  currency_code: string;
  price_list_id: string | null;
  region_id: string | null;
  region: PriceColumn["region"];
}

export const shapeFor = (locations: readonly NamedLocation[]): ProductShape => ({
  prices: [],
  ...(locations.length > 0 && { locations }),
  dynamicImageColumnCount: 0,
  dynamicOptionColumnCount: 0,
  dynamicSalesChannelsColumnCount: 0,
  dynamicProductCategoriesColumnCount: 0,
});

/** Excludes prices of price lists and prices of deleted regions. */
export const ownPrices = <Own extends Price>({ prices }: { prices: Own[] }): Own[] =>
  prices.filter(
    ({ price_list_id, region_id, region }) =>
      price_list_id === null && (region_id === null || region !== null),
  );

export const isInColumn = (price: Price, { region, currency_code }: PriceColumn): boolean =>
  region ? price.region_id === region.id : price.region_id === null && price.currency_code === currency_code;

export function withProduct(shape: ProductShape, product: ProductOutline): ProductShape {
  const prices = product.variants.flatMap((variant) => ownPrices(variant));
  return {
    ...shape,
    ...((shape.hasPresentation || product.presentation) && { hasPresentation: true as const }),
    prices: prices.reduce(withPrice, shape.prices),
    dynamicImageColumnCount: Math.max(shape.dynamicImageColumnCount, product.images.length),
    dynamicOptionColumnCount: Math.max(shape.dynamicOptionColumnCount, product.options.length),
    dynamicSalesChannelsColumnCount: Math.max(
      shape.dynamicSalesChannelsColumnCount,
      product.sales_channels.length,
    ),
    dynamicProductCategoriesColumnCount: Math.max(
      shape.dynamicProductCategoriesColumnCount,
      product.categories.length,
    ),
  };
}

function withPrice(columns: PriceColumn[], price: Price): PriceColumn[] {
  if (columns.some((column) => isInColumn(price, column))) return columns;
  const { currency_code, region } = price;
  if (!region) return [...columns, { currency_code, region: null }];
  const { id, name, currency_code: ofRegion } = region;
  return [...columns, { currency_code, region: { id, name, currency_code: ofRegion } }];
}
