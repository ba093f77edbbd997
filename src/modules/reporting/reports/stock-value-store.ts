import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";

/** The most valuable rows of each location that are kept for the list. */
export const MOST_VALUABLE = 1000;

/** SQL: the day of UTC. */
const today = sql`to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`;

const lock = compiledSql<object, unknown>(
  "report-lock-stock",
  () => sql`select pg_advisory_xact_lock(hashtext('tradewind.stock_value'))`,
);

const forget = compiledReturningWrite<object, unknown>(
  "report-forget-stock",
  { deletes: ["tradewind.analytics_stock_top", "tradewind.analytics_stock_value"] },
  () => sql`with today as (delete from tradewind.analytics_stock_value
      where counted_on = ${today})
    delete from tradewind.analytics_stock_top`,
);

// As many of a variant as the pieces of its scarcest item make. Without locations, variants have quantities of their own.
const stocked = sql`
  select level.location_id, needed.variant_id,
    min(level.stocked_quantity / greatest(needed.required_quantity, 1))::bigint as quantity
  from inventory_level level
  join stock_location place on place.id = level.location_id and place.deleted_at is null
  join product_variant_inventory_item needed on needed.inventory_item_id = level.inventory_item_id
    and needed.deleted_at is null
  where level.deleted_at is null and level.stocked_quantity > 0
  group by 1, 2
  union all
  select '', variant.id, variant.inventory_quantity::bigint from product_variant variant
  where variant.deleted_at is null and variant.manage_inventory and variant.inventory_quantity > 0
    and not (${sql.raw(HAS_STOCK_LOCATIONS)} and exists (select from product_variant_inventory_item needed
      where needed.variant_id = variant.id and needed.deleted_at is null))`;

// A price of the currency comes before one of a region. Price lists are for some customers or some time.
const prices = sql`
  select linked.variant_id, price.currency_code,
    coalesce(min(price.amount) filter (where price.region_id is null), min(price.amount))::bigint as amount
  from product_variant_money_amount linked join money_amount price on price.id = linked.money_amount_id
  where price.price_list_id is null and price.deleted_at is null and linked.deleted_at is null
    and coalesce(price.min_quantity, 1) <= 1
  group by 1, 2`;

const countAll = compiledReturningWrite<{ currencies: string; most: number }, unknown>(
  "report-count-stock",
  { inserts: ["tradewind.analytics_stock_top", "tradewind.analytics_stock_value"] },
  (p) => sql`with stocked as (${stocked}), prices as (${prices}),
    valued as materialized (
      select currency.code, stocked.location_id, stocked.variant_id, stocked.quantity,
        stocked.quantity * price.amount as value,
        case when currency.factor is not null and variant.metadata ->> 'cost' ~ '^[0-9]{1,9}([.][0-9]{1,4})?$'
          then round((variant.metadata ->> 'cost')::numeric * currency.factor)::bigint * stocked.quantity end as cost
      from stocked
      join product_variant variant on variant.id = stocked.variant_id and variant.deleted_at is null
      join product on product.id = variant.product_id and product.deleted_at is null and not product.is_giftcard
      cross join json_to_recordset(${p.currencies}::json) as currency (code text, factor integer)
      left join prices price on price.variant_id = stocked.variant_id and price.currency_code = currency.code),
    saved as (
      insert into tradewind.analytics_stock_value (counted_on, location_id, currency_code, variants, quantity, value,
        without_price, cost, without_cost)
      select ${today}, location_id, code, count(*), sum(quantity), coalesce(sum(value), 0),
        count(*) filter (where value is null), coalesce(sum(cost), 0), count(*) filter (where cost is null)
      from valued group by location_id, code)
    insert into tradewind.analytics_stock_top (currency_code, location_id, variant_id, quantity, value, cost)
    select code, location_id, variant_id, quantity, value, cost from (
      select *, row_number() over (partition by code, location_id order by value desc, variant_id) as place
      from valued where value is not null) ranked
    where place <= ${p.most}`,
);

/** Counts the whole stock. `factor`: how many of the smallest unit one has, for the currency that costs are in. */
export async function countStockValue(
  tx: Tx,
  currencies: readonly { code: string; factor: number | null }[],
): Promise<void> {
  await lock(tx, {});
  await forget(tx, {});
  await countAll(tx, { currencies: JSON.stringify(currencies), most: MOST_VALUABLE });
}

export interface LocationValue {
  location_id: string;
  name: string | null;
  counted_on: string;
  counted_at: Date;
  variants: number;
  quantity: number;
  value: number;
  without_price: number;
  cost: number;
  without_cost: number;
}

const lastCount = compiledSql<{ currency: string; until: string }, LocationValue>(
  "report-stock-of-day",
  (p) => sql<LocationValue>`
    select counted.location_id, place.name, counted.counted_on, counted.counted_at,
      counted.variants, counted.quantity, counted.value, counted.without_price, counted.cost, counted.without_cost
    from tradewind.analytics_stock_value counted
    left join stock_location place on place.id = counted.location_id
    where counted.currency_code = ${p.currency} and counted.counted_on = (
      select max(counted_on) from tradewind.analytics_stock_value where counted_on <= ${p.until})
    order by counted.value desc, counted.location_id`,
);

/** The last count until the end of a day, by location. */
export const readStockValue = (on: Connection, currency: string, until: string): Promise<LocationValue[]> =>
  lastCount(on, { currency, until });

export interface VariantValue {
  variant_id: string;
  product_id: string;
  title: string;
  product_title: string;
  sku: string | null;
  location_id: string;
  location_name: string | null;
  quantity: number;
  value: number;
  cost: number | null;
}

const top = compiledSql<{ currency: string; limit: number; offset: number }, VariantValue>(
  "report-stock-of-variants",
  (p) => sql<VariantValue>`
    select listed.*, variant.title, variant.sku, variant.product_id, product.title as product_title, place.name as location_name
    from (select variant_id, location_id, quantity, value, cost from tradewind.analytics_stock_top
      where currency_code = ${p.currency} order by value desc, variant_id, location_id limit ${p.limit} offset ${p.offset}) listed
    join product_variant variant on variant.id = listed.variant_id
    join product on product.id = variant.product_id
    left join stock_location place on place.id = listed.location_id
    order by listed.value desc, listed.variant_id, listed.location_id`,
);

export const listStockVariants = (
  on: Connection,
  currency: string,
  page: { limit: number; offset: number },
): Promise<VariantValue[]> => top(on, { currency, ...page });

const countTop = compiledSql<{ currency: string }, { rows: number }>(
  "report-count-stock-variants",
  (p) =>
    sql<{
      rows: number;
    }>`select count(*) as rows from tradewind.analytics_stock_top where currency_code = ${p.currency}`,
);

export const countStockVariants = async (on: Connection, currency: string): Promise<number> =>
  (await countTop(on, { currency }))[0]!.rows;
