import type { Extra } from "../../../graph/graph.ts";
import type { TaxRate } from "./price.ts";
import type { PriceFacts } from "./priced-variant.ts";

/** The parameters of a request that select prices. */
export interface PriceQuery {
  region_id?: string;
  currency_code?: string;
  /** The cart's region takes precedence over `region_id`. */
  cart_id?: string;
  customerId?: string | null;
}

export const selectsPrices = ({ region_id, currency_code, cart_id }: PriceQuery): boolean =>
  Boolean(region_id ?? currency_code ?? cart_id);

/** `$1` is the region, `$2` the cart; one of them is null. */
const regionSql = ([region, cart]: readonly string[]) =>
  `coalesce(${region}::text, (select cart.region_id from cart where cart.id = ${cart}))`;

const regionValues = ({ region_id, cart_id }: PriceQuery) =>
  cart_id ? [null, cart_id] : [region_id ?? null, null];

/** Region, currency and customer groups as one JSON value: see `PriceFacts`. */
export const priceFacts = (query: PriceQuery): Extra<"$price_facts", PriceFacts> => ({
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
export const productTaxRates = (
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
