import type { Row } from "../../../../graph/graph.ts";

/** The columns that differ from catalogue to catalogue. */
export interface ProductShape {
  prices: PriceColumn[];
  dynamicImageColumnCount: number;
  dynamicOptionColumnCount: number;
  dynamicSalesChannelsColumnCount: number;
  dynamicProductCategoriesColumnCount: number;
}

export interface PriceColumn {
  currency_code: string;
  region: { id: string; name: string; currency_code: string } | null;
}

export interface Price {
  currency_code: string;
  amount: number;
  min_quantity: number | null;
  price_list_id: string | null;
  region_id: string | null;
  region: PriceColumn["region"];
}

export const noShape = (): ProductShape => ({
  prices: [],
  dynamicImageColumnCount: 0,
  dynamicOptionColumnCount: 0,
  dynamicSalesChannelsColumnCount: 0,
  dynamicProductCategoriesColumnCount: 0,
});

/** Prices of price lists are none of the variant's own; those of a region that is gone mean nothing. */
export const ownPrices = (variant: Row): Price[] =>
  (variant["prices"] as Price[]).filter(
    ({ price_list_id, region_id, region }) =>
      price_list_id === null && (region_id === null || region !== null),
  );

export const isInColumn = (price: Price, { region, currency_code }: PriceColumn): boolean =>
  region ? price.region_id === region.id : price.region_id === null && price.currency_code === currency_code;

export function withProduct(shape: ProductShape, product: Row): ProductShape {
  const longest = (count: number, name: string) => Math.max(count, (product[name] as unknown[]).length);
  const prices = (product["variants"] as Row[]).flatMap(ownPrices);
  return {
    prices: prices.reduce(withPrice, shape.prices),
    dynamicImageColumnCount: longest(shape.dynamicImageColumnCount, "images"),
    dynamicOptionColumnCount: longest(shape.dynamicOptionColumnCount, "options"),
    dynamicSalesChannelsColumnCount: longest(shape.dynamicSalesChannelsColumnCount, "sales_channels"),
    dynamicProductCategoriesColumnCount: longest(shape.dynamicProductCategoriesColumnCount, "categories"),
  };
}

function withPrice(columns: PriceColumn[], price: Price): PriceColumn[] {
  if (columns.some((column) => isInColumn(price, column))) return columns;
  const { currency_code, region } = price;
  if (!region) return [...columns, { currency_code, region: null }];
  const { id, name, currency_code: ofRegion } = region;
  return [...columns, { currency_code, region: { id, name, currency_code: ofRegion } }];
}
