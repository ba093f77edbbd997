import type { Extra } from "../../../graph/graph.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { TaxRate } from "./price.ts";
import { type PriceQuery, priceFacts, productTaxRates, selectsPrices } from "./price-facts-graph.ts";
import {
  type Audience,
  type PricedVariant,
  type PriceFacts,
  type ReadVariant,
  type RequestPriceFacts,
  withOpenPrices,
  withPrice,
} from "./priced-variant.ts";
import { type WithoutInternal, withoutInternal } from "./without-internal.ts";

export { findRegionOfCart } from "./cart-region-store.ts";
export {
  deleteAllListPrices,
  deleteListPrices,
  deleteListPricesBefore,
  insertListPrices,
  type PriceSelector,
  saveListPrices,
} from "./list-price-store.ts";
export type { Price, TaxRate } from "./price.ts";
export type { PriceQuery } from "./price-facts-graph.ts";
export { type PriceFacts, type RequestPriceFacts, unitPriceFor } from "./priced-variant.ts";
export { priceList } from "./pricing-graph.ts";
export { deletePricesOfVariants, deleteVariantPrices, saveVariantPrices } from "./variant-price-store.ts";
export { withoutInternal };

/** Additional values that the price selection needs, read together with the products. */
export interface PriceReads {
  extras: Extra<"$tax_rates", TaxRate[]>[];
  /** For lists: read once per list, together with the count. */
  context?: Extra<"$price_facts", PriceFacts>;
}

const productColumns = {
  product: (row: string) => `${row}.id`,
  type: (row: string) => `${row}.type_id`,
};

const variantColumns = {
  product: (row: string) => `${row}.product_id`,
  type: (row: string) => `(select product.type_id from product where product.id = ${row}.product_id)`,
};

/** Reads nothing for a request without region, currency, cart and customer. */
const readsFor =
  (columns: typeof productColumns) =>
  (query: PriceQuery): PriceReads =>
    selectsPrices(query) || query.customerId
      ? { extras: [productTaxRates(query, columns)], context: priceFacts(query) }
      : { extras: [] };

/** The rates of a variant's product, for code that buys it. */
export const variantTaxRates = (query: PriceQuery) => productTaxRates(query, variantColumns);

export const productPriceReads = readsFor(productColumns);
export const variantPriceReads = readsFor(variantColumns);

/** For a single entity: the facts are one more value of its row. */
export const asRowExtras = ({ extras, context }: PriceReads) => (context ? [...extras, context] : extras);

/** The facts of a single row that was read with `asRowExtras`. */
export const priceFactsOf = (
  row: { $price_facts?: PriceFacts },
  query: PriceQuery,
): RequestPriceFacts | null => checkedPriceFacts(row.$price_facts, query);

/** Refuses a region or cart that does not exist. */
export function checkedPriceFacts(
  facts: PriceFacts | null | undefined,
  query: PriceQuery,
): RequestPriceFacts | null {
  if (!facts) return null;
  const knownFacts = { ...facts, hasMarket: selectsPrices(query) };
  if (query.cart_id && !knownFacts.region) throw notFound("Cart", query.cart_id);
  if (query.region_id && !knownFacts.region) throw notFound("Region", query.region_id);
  return knownFacts;
}

/** Of a product, for its variants; of a variant, for itself. */
interface WithRates {
  $tax_rates?: TaxRate[];
}

interface ReadProduct {
  variants?: readonly ReadVariant[];
}

type ShownProduct<Product> = Omit<WithoutInternal<Product>, "variants"> & {
  variants?: readonly PricedVariant[];
};

const withVariants = <Product extends ReadProduct>(
  products: readonly Product[],
  toResponse: (variant: ReadVariant, product: Product) => PricedVariant,
): ShownProduct<Product>[] =>
  products.map((product) => {
    const shown = withoutInternal(product);
    const { variants } = product;
    return variants ? { ...shown, variants: variants.map((variant) => toResponse(variant, product)) } : shown;
  });

export function withPrices<Product extends ReadProduct & WithRates>(
  products: readonly Product[],
  facts: RequestPriceFacts | null,
  audience: Audience,
): ShownProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant, { $tax_rates: productRates = [] }) =>
    withPrice(variant, { facts, productRates, now, audience }),
  );
}

/** Selects no price; shows the prices that apply to all customers. */
export function withStoredPrices<Product extends ReadProduct>(
  products: readonly Product[],
): ShownProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant) => withOpenPrices(variant, now));
}

interface VariantPricing {
  facts: RequestPriceFacts | null;
  audience: Audience;
  /** Selected prices are always shown; without a selected price, `prices` is a relation to be expanded. */
  expand: string | undefined;
}

export function withVariantPrices(
  variants: readonly (ReadVariant & WithRates)[],
  { facts, audience, expand }: VariantPricing,
): PricedVariant[] {
  const now = Date.now();
  const showsPrices = expand === undefined || expand.split(",").some((path) => path.trim() === "prices");
  return variants.map((variant) => {
    const pricing = { facts, productRates: variant.$tax_rates ?? [], now, audience };
    const priced = withPrice(withoutInternal(variant), pricing);
    if (showsPrices || "calculated_price" in priced) return priced;
    const { prices: _, ...shown } = priced;
    return shown;
  });
}
