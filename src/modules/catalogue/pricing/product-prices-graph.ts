import type { Extra } from "../../../graph/graph.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import type { PriceFacts, RequestPriceFacts } from "./price-facts.ts";
import type { TaxRate } from "./price-selection.ts";
import {
  type Audience,
  type PricedVariant,
  type ReadVariant,
  type WithoutInternal,
  withoutInternal,
  withPrice,
  withPublicPrices,
} from "./priced-variant.ts";

/** The parameters of a request that select prices. */
export interface PriceQuery {
  region_id?: string;
  currency_code?: string;
  /** The cart's region takes precedence over `region_id`. */
  cart_id?: string;
  customerId?: string | null;
  /** With the choice of a plugin, if there is one. */
  rules?: Rules;
}

const selectsPrices = ({ region_id, currency_code, cart_id }: PriceQuery): boolean =>
  Boolean(region_id ?? currency_code ?? cart_id);

/** The first two parameters are the region and the cart; one of them is null. */
const regionSql = ([region, cart]: readonly string[]) =>
  `coalesce(${region}::text, (select cart.region_id from cart where cart.id = ${cart}))`;

const regionValues = ({ region_id, cart_id }: PriceQuery) =>
  cart_id ? [null, cart_id] : [region_id ?? null, null];

/** Region, currency and customer groups as one JSON value: see `PriceFacts`. */
const priceFacts = (query: PriceQuery): Extra<"$price_facts", PriceFacts> => ({
  name: "$price_facts",
  values: [...regionValues(query), query.currency_code?.toLowerCase() ?? null, query.customerId ?? null],
  sql: (_row, parameters) => `(select row_to_json(facts) from (
    select
      case when region.id is not null then json_build_object('id', region.id, 'tax_rate', region.tax_rate,
        'automatic_taxes', region.automatic_taxes) end as region,
      case when currency.code is not null then
        json_build_object('code', currency.code, 'includes_tax', currency.includes_tax) end as currency,
      coalesce((select json_agg(members.customer_group_id) from customer_group_customers members
        where members.customer_id = ${parameters[3]}), '[]'::json) as customer_group_ids
    from (select ${regionSql(parameters)} as region_id) market
    left join region on region.id = market.region_id and region.deleted_at is null
    left join currency on currency.code = coalesce(region.currency_code, ${parameters[2]})
  ) facts)`,
});

/** The date format of responses: milliseconds and `Z`. */
const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The complete row of a rate, as in v1. */
const rateRow = `json_build_object('id', rate.id, 'created_at', ${moment("rate.created_at")},
  'updated_at', ${moment("rate.updated_at")}, 'rate', rate.rate, 'code', rate.code, 'name', rate.name,
  'region_id', rate.region_id, 'metadata', rate.metadata)`;

/** Rates that belong to the product or its type in the region. `product` and `type` are SQL of the row. */
const productTaxRates = (
  query: PriceQuery,
  columns: { product: (row: string) => string; type: (row: string) => string },
): Extra<"$tax_rates", TaxRate[]> => ({
  name: "$tax_rates",
  values: regionValues(query),
  sql: (row, parameters) => `coalesce((
    select json_agg(${rateRow} order by rate.created_at)
    from tax_rate rate
    where rate.region_id = ${regionSql(parameters)} and (
      exists (select 1 from product_tax_rate attached where attached.rate_id = rate.id
        and attached.product_id = ${columns.product(row)})
      or exists (select 1 from product_type_tax_rate attached where attached.rate_id = rate.id
        and attached.product_type_id = ${columns.type(row)}))), '[]'::json)`,
});

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

const chooserOf = ({ rules, customerId }: PriceQuery) => ({ rules, customer_id: customerId ?? null });

/** Refuses a region or cart that does not exist. */
export function checkedPriceFacts(
  facts: PriceFacts | null | undefined,
  query: PriceQuery,
): RequestPriceFacts | null {
  if (!facts) return null;
  const requestFacts = { ...facts, hasPriceSelector: selectsPrices(query), ...chooserOf(query) };
  if (query.cart_id && !requestFacts.region) throw notFound("Cart", query.cart_id);
  if (query.region_id && !requestFacts.region) throw notFound("Region", query.region_id);
  return requestFacts;
}

/** Of a product, for its variants; of a variant, for itself. */
interface WithRates {
  $tax_rates?: TaxRate[];
}

interface ReadProduct {
  variants?: readonly ReadVariant[];
}

type PricedProduct<Product> = Omit<WithoutInternal<Product>, "variants"> & {
  variants?: readonly PricedVariant[];
};

const withVariants = <Product extends ReadProduct>(
  products: readonly Product[],
  toResponse: (variant: ReadVariant, product: Product) => PricedVariant,
): PricedProduct<Product>[] =>
  products.map((product) => {
    const row = withoutInternal(product);
    const { variants } = product;
    return variants ? { ...row, variants: variants.map((variant) => toResponse(variant, product)) } : row;
  });

export function withPrices<Product extends ReadProduct & WithRates>(
  products: readonly Product[],
  facts: RequestPriceFacts | null,
  audience: Audience,
): PricedProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant, { $tax_rates: productRates = [] }) =>
    withPrice(variant, { facts, productRates, now, audience }),
  );
}

/** Selects no price; shows the prices that apply to all customers. */
export function withStoredPrices<Product extends ReadProduct>(
  products: readonly Product[],
): PricedProduct<Product>[] {
  const now = Date.now();
  return withVariants(products, (variant) => withPublicPrices(variant, now));
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
    const { prices: _, ...withoutPrices } = priced;
    return withoutPrices;
  });
}
