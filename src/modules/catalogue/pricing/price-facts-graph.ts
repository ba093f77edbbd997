import type { Extra } from "../../../graph/graph.ts";
import type { TaxRate } from "./price.ts";
import type { PriceFacts } from "./priced-variant.ts";

/** What a request says about the prices it wants to see. */
export interface AskedPrices {
  region_id?: string;
  currency_code?: string;
  /** The cart's region counts, before one that is named. */
  cart_id?: string;
  customerId?: string | null;
}

export const asksForPrices = ({ region_id, currency_code, cart_id }: AskedPrices): boolean =>
  Boolean(region_id ?? currency_code ?? cart_id);

/** `$1` region, `$2` cart: whichever is given. */
const regionSql = ([region, cart]: readonly string[]) =>
  `coalesce(${region}::text, (select cart.region_id from cart where cart.id = ${cart}))`;

const regionValues = ({ region_id, cart_id }: AskedPrices) =>
  cart_id ? [null, cart_id] : [region_id ?? null, null];

/** Region, currency and the customer's groups as one value: see `PriceFacts`. */
export const priceFacts = (asked: AskedPrices): Extra<"$price_facts", PriceFacts> => ({
  name: "$price_facts",
  values: [...regionValues(asked), asked.currency_code?.toLowerCase() ?? null, asked.customerId ?? null],
  sql: (_row, parameters) => `(select row_to_json(facts) from (
    select
      case when region.id is not null then json_build_object('id', region.id, 'tax_rate', region.tax_rate,
        'automatic_taxes', region.automatic_taxes) end as region,
      case when currency.code is not null then
        json_build_object('code', currency.code, 'includes_tax', currency.includes_tax) end as currency,
      coalesce((select json_agg(members.customer_group_id) from customer_group_customers members
        where members.customer_id = ${parameters[3]}), '[]'::json) as customer_group_ids
    from (select ${regionSql(parameters)} as region_id) asked
    left join region on region.id = asked.region_id and region.deleted_at is null
    left join currency on currency.code = coalesce(region.currency_code, ${parameters[2]})
  ) facts)`,
});

/** As answers show moments: milliseconds and `Z`. */
const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The whole row of a rate, as v1 shows it on variants. */
const rateRow = `json_build_object('id', rate.id, 'created_at', ${moment("rate.created_at")},
  'updated_at', ${moment("rate.updated_at")}, 'rate', rate.rate, 'code', rate.code, 'name', rate.name,
  'region_id', rate.region_id, 'metadata', rate.metadata)`;

/** Rates that belong to the product or its type in the region. `product` and `type` are SQL of the row. */
export const productTaxRates = (
  asked: AskedPrices,
  columns: { product: (row: string) => string; type: (row: string) => string },
): Extra<"$tax_rates", TaxRate[]> => ({
  name: "$tax_rates",
  values: regionValues(asked),
  sql: (row, parameters) => `coalesce((
    select json_agg(${rateRow} order by rate.created_at)
    from tax_rate rate
    where rate.region_id = ${regionSql(parameters)} and (
      exists (select 1 from product_tax_rate attached where attached.rate_id = rate.id
        and attached.product_id = ${columns.product(row)})
      or exists (select 1 from product_type_tax_rate attached where attached.rate_id = rate.id
        and attached.product_type_id = ${columns.type(row)}))), '[]'::json)`,
});
