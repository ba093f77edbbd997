import type { Extra, Row } from "../../graph/graph.ts";
import { notFound } from "../../kernel/refusal.ts";
import type { TaxRate } from "./price.ts";
import { type AskedPrices, asksForPrices, priceFacts, productTaxRates } from "./price-facts-graph.ts";
import { type Audience, type PriceFacts, withPrice } from "./priced-variant.ts";

export { findRegionOfCart } from "./cart-region-store.ts";
export type { Price, TaxRate } from "./price.ts";
export { type AskedPrices, asksForPrices } from "./price-facts-graph.ts";
export { type PriceFacts, unitPriceFor } from "./priced-variant.ts";
export { priceList } from "./pricing-graph.ts";

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

/** Nothing is read for a request that names neither region, currency nor cart. */
const readsFor =
  (columns: typeof ofProducts) =>
  (asked: AskedPrices): PriceReads =>
    asksForPrices(asked)
      ? { extras: [productTaxRates(asked, columns)], context: priceFacts(asked) }
      : { extras: [] };

export const productPriceReads = readsFor(ofProducts);
export const variantPriceReads = readsFor(ofVariants);

/** For one thing: the facts come as one more value of its row. */
export const inOneRow = ({ extras, context }: PriceReads): Extra[] =>
  context ? [...extras, context] : extras;

/** The facts of a single row that was read with `inOneRow`. */
export const factsOf = (row: Row, asked: AskedPrices): PriceFacts | null =>
  checked(row["$price_facts"], asked);

/** A region that was asked for must exist. */
export function checked(facts: unknown, asked: AskedPrices): PriceFacts | null {
  if (!asksForPrices(asked)) return null;
  const known = facts as PriceFacts;
  if (asked.region_id && !known.region) throw notFound("Region", asked.region_id);
  if (asked.cart_id && !known.region) throw notFound("Cart", asked.cart_id);
  return known;
}

/** Values that the code needs, and answers do not show. */
export const withoutInternal = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith("$")));

const ratesOf = (row: Row) => (row["$tax_rates"] ?? []) as TaxRate[];

/** As in v1, products and single variants show administrators no prices of price lists; the lists show those. */
export function withOwnPrices(variant: Row): Row {
  const prices = variant["prices"] as Row[] | undefined;
  if (!prices) return variant;
  const isOwn = (price: Row) => !price["price_list_id"] && !price["price_list"];
  return { ...variant, prices: prices.filter(isOwn) };
}

/** Products with the prices of their variants, for those that were read with variants. */
export const withPrices = (
  products: readonly Row[],
  facts: PriceFacts | null,
  audience: Audience = "admin",
): Row[] =>
  products.map((product) => {
    const shown = withoutInternal(product);
    const variants = shown["variants"] as Row[] | undefined;
    if (!variants) return shown;
    const pricing = { facts, productRates: ratesOf(product), now: Date.now(), audience };
    return { ...shown, variants: variants.map((variant) => withPrice(variant, pricing)) };
  });

export const withVariantPrices = (
  variants: readonly Row[],
  facts: PriceFacts | null,
  audience: Audience = "admin",
): Row[] =>
  variants.map((variant) =>
    withPrice(withoutInternal(variant), { facts, productRates: ratesOf(variant), now: Date.now(), audience }),
  );
