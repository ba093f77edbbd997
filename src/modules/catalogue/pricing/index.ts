import type { Extra, Row } from "../../../graph/graph.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { TaxRate } from "./price.ts";
import { type AskedPrices, asksForPrices, priceFacts, productTaxRates } from "./price-facts-graph.ts";
import {
  type AskedFacts,
  type Audience,
  type PriceFacts,
  withOpenPrices,
  withPrice,
} from "./priced-variant.ts";

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

/** What the graph must read beside products, so that their prices can be selected. */
export interface PriceReads {
  extras: Extra[];
  /** For lists: read once, with the count. */
  context?: Extra;
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

export const productPriceReads = readsFor(ofProducts);
export const variantPriceReads = readsFor(ofVariants);

/** For one thing: the facts come as one more value of its row. */
export const inOneRow = ({ extras, context }: PriceReads): Extra[] =>
  context ? [...extras, context] : extras;

/** The facts of a single row that was read with `inOneRow`. */
export const factsOf = (row: Row, asked: AskedPrices): AskedFacts | null =>
  checked(row["$price_facts"], asked);

/** A region that was asked for must exist. */
export function checked(facts: unknown, asked: AskedPrices): AskedFacts | null {
  if (!facts) return null;
  const known = { ...(facts as PriceFacts), isPlaced: asksForPrices(asked) };
  if (asked.cart_id && !known.region) throw notFound("Cart", asked.cart_id);
  if (asked.region_id && !known.region) throw notFound("Region", asked.region_id);
  return known;
}

/** Values that the code needs, and answers do not show. */
export const withoutInternal = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("$")));

const ratesOf = (row: Row) => (row["$tax_rates"] ?? []) as TaxRate[];

/** Products whose variants, where they were read, are shown in another way. */
const withVariants = (products: readonly Row[], toShown: (variant: Row, product: Row) => Row): Row[] =>
  products.map((product) => {
    const shown = withoutInternal(product);
    const variants = shown["variants"] as Row[] | undefined;
    return variants ? { ...shown, variants: variants.map((variant) => toShown(variant, product)) } : shown;
  });

export function withPrices(products: readonly Row[], facts: AskedFacts | null, audience: Audience): Row[] {
  const now = Date.now();
  return withVariants(products, (variant, product) =>
    withPrice(variant, { facts, productRates: ratesOf(product), now, audience }),
  );
}

/** Nothing is selected; visitors see the prices that are for everybody. */
export function withStoredPrices(products: readonly Row[]): Row[] {
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
  variants: readonly Row[],
  { facts, audience, expand }: ShownVariants,
): Row[] {
  const now = Date.now();
  const isAskedFor = expand === undefined || expand.split(",").some((path) => path.trim() === "prices");
  return variants.map((variant) => {
    const pricing = { facts, productRates: ratesOf(variant), now, audience };
    const priced = withPrice(withoutInternal(variant), pricing);
    if (isAskedFor || "calculated_price" in priced) return priced;
    const { prices: _, ...shown } = priced;
    return shown;
  });
}
