import type { Extra } from "../../../graph/graph.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { TaxRate } from "./price.ts";
import { type AskedPrices, asksForPrices, priceFacts, productTaxRates } from "./price-facts-graph.ts";
import {
  type AskedFacts,
  type Audience,
  type PricedVariant,
  type PriceFacts,
  type ReadVariant,
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
  type PriceChoice,
  saveListPrices,
} from "./list-price-store.ts";
export type { Price, TaxRate } from "./price.ts";
export type { AskedPrices } from "./price-facts-graph.ts";
export { type AskedFacts, type PriceFacts, unitPriceFor } from "./priced-variant.ts";
export { priceList } from "./pricing-graph.ts";
export { deletePricesOfVariants, deleteVariantPrices, saveVariantPrices } from "./variant-price-store.ts";
export { withoutInternal };

/** What the graph must read beside products, so that their prices can be selected. */
export interface PriceReads {
  extras: Extra<"$tax_rates", TaxRate[]>[];
  /** For lists: read once, with the count. */
  context?: Extra<"$price_facts", PriceFacts>;
}

const ofProducts = {
  product: (row: string) => `${row}.id`,
  type: (row: string) => `${row}.type_id`,
};

const ofVariants = {
  product: (row: string) => `${row}.product_id`,
  type: (row: string) => `(select product.type_id from product where product.id = ${row}.product_id)`,
};

/** Nothing is read for a request that names neither region, currency, cart nor customer. */
const readsFor =
  (columns: typeof ofProducts) =>
  (asked: AskedPrices): PriceReads =>
    asksForPrices(asked) || asked.customerId
      ? { extras: [productTaxRates(asked, columns)], context: priceFacts(asked) }
      : { extras: [] };

/** The rates of a variant's product, for code that buys it. */
export const variantTaxRates = (asked: AskedPrices) => productTaxRates(asked, ofVariants);

export const productPriceReads = readsFor(ofProducts);
export const variantPriceReads = readsFor(ofVariants);

/** For one thing: the facts come as one more value of its row. */
export const inOneRow = ({ extras, context }: PriceReads) => (context ? [...extras, context] : extras);

/** The facts of a single row that was read with `inOneRow`. */
export const factsOf = (row: { $price_facts?: PriceFacts }, asked: AskedPrices): AskedFacts | null =>
  checked(row.$price_facts, asked);

/** A region that was asked for must exist. */
export function checked(facts: PriceFacts | null | undefined, asked: AskedPrices): AskedFacts | null {
  if (!facts) return null;
  const known = { ...facts, isPlaced: asksForPrices(asked) };
  if (asked.cart_id && !known.region) throw notFound("Cart", asked.cart_id);
  if (asked.region_id && !known.region) throw notFound("Region", asked.region_id);
  return known;
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

/** Products whose variants, where they were read, are shown in another way. */
const withVariants = <Product extends ReadProduct>(
  products: readonly Product[],
  toShown: (variant: ReadVariant, product: Product) => PricedVariant,
): ShownProduct<Product>[] =>
  products.map((product) => {
    const shown = withoutInternal(product);
    const { variants } = product;
    return variants ? { ...shown, variants: variants.map((variant) => toShown(variant, product)) } : shown;
  });

export function withPrices<Product extends ReadProduct & WithRates>(
  products: readonly Product[],
  facts: AskedFacts | null,
  audience: Audience,
): ShownProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant, { $tax_rates: productRates = [] }) =>
    withPrice(variant, { facts, productRates, now, audience }),
  );
}

/** Nothing is selected; visitors see the prices that are for everybody. */
export function withStoredPrices<Product extends ReadProduct>(
  products: readonly Product[],
): ShownProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant) => withOpenPrices(variant, now));
}

interface ShownVariants {
  facts: AskedFacts | null;
  audience: Audience;
  /** Selected prices are shown whatever is asked for; where none is, the others are part of a relation. */
  expand: string | undefined;
}

export function withVariantPrices(
  variants: readonly (ReadVariant & WithRates)[],
  { facts, audience, expand }: ShownVariants,
): PricedVariant[] {
  const now = Date.now();
  const isAskedFor = expand === undefined || expand.split(",").some((path) => path.trim() === "prices");
  return variants.map((variant) => {
    const pricing = { facts, productRates: variant.$tax_rates ?? [], now, audience };
    const priced = withPrice(withoutInternal(variant), pricing);
    if (isAskedFor || "calculated_price" in priced) return priced;
    const { prices: _, ...shown } = priced;
    return shown;
  });
}
