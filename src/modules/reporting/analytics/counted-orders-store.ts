import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledSql, run, sqlFor } from "../../../db/statements.ts";
import { factsOfGoods } from "../../orders/orders/index.ts";
import type { Contribution, CountedOrder } from "./contribution.ts";

/** SQL: a time as text with its microseconds; one that JavaScript has no date for is moved into the years it has. */
const moment = (time: string) => `least(greatest(${time}, '1900-01-01Z'), '2999-01-01Z')`;

const movements = (rows: string) => `coalesce((select json_agg(json_build_object(
  'at', ${moment("moved.created_at")}, 'amount', moved.amount) order by moved.created_at, moved.id)
  from ${rows}), '[]'::json)`;

// A dynamic code counts as the discount that it was made from: there may be one for each customer.
const codesOfLine = `coalesce((select json_agg(json_build_object(
    'id', coalesce(code.parent_discount_id, code.id), 'amount', less.amount))
  from line_item_adjustment less left join discount code on code.id = less.discount_id where less.item_id = line.id), '[]'::json)`;

const codesOfOrder = `coalesce((select json_agg(distinct coalesce(code.parent_discount_id, code.id))
  from order_discounts used join discount code on code.id = used.discount_id where used.order_id = placed.id), '[]'::json)`;

const returned = `coalesce((select json_agg(json_build_object('at', ${moment("back.received_at")},
    'item_id', piece.item_id, 'quantity', coalesce(piece.received_quantity, piece.quantity), 'reason_id', piece.reason_id)
    order by back.received_at, back.id, piece.item_id)
  from "return" back join return_item piece on piece.return_id = back.id
  where back.status = 'received' and back.received_at is not null and back.id in (
    select id from "return" where order_id = placed.id union
    select made.id from swap join "return" made on made.swap_id = swap.id where swap.order_id = placed.id union
    select made.id from claim_order claim join "return" made on made.claim_order_id = claim.id where claim.order_id = placed.id)),
  '[]'::json)`;

const read = compiledSql<{ ids: readonly string[] }, CountedOrder>(
  "analytics-counted-orders",
  (p) => sql<CountedOrder>`
    select placed.id as order_id, to_json(${sql.raw(moment("placed.created_at"))}) #>> '{}' as placed_at,
      placed.currency_code, placed.customer_id, placed.region_id, lower(coalesce(shipped.country_code, billed.country_code)) as country_code,
      placed.status, placed.payment_status, placed.fulfillment_status,
      ${sql.raw(factsOfGoods.sql("placed", []))} as facts,
      coalesce((select json_agg(json_build_object('id', line.id, 'product_id', variant.product_id,
          'is_giftcard', line.is_giftcard, 'codes', ${sql.raw(codesOfLine)}))
        from line_item line left join product_variant variant on variant.id = line.variant_id
        where line.order_id = placed.id), '[]'::json) as goods,
      ${sql.raw(codesOfOrder)} as codes, ${sql.raw(returned)} as returned,
      ${sql.raw(movements("refund moved where moved.order_id = placed.id"))} as refunds,
      ${sql.raw(
        movements(
          "payment moved where moved.order_id = placed.id and moved.swap_id is not null and moved.canceled_at is null",
        ),
      )} as exchanges
    from "order" placed
    left join address shipped on shipped.id = placed.shipping_address_id
    left join address billed on billed.id = placed.billing_address_id
    where placed.id = any(${p.ids}::text[])`,
);

/** The orders as they are now; those that were deleted are missing. */
export const readCountedOrders = (tx: Tx, ids: readonly string[]): Promise<CountedOrder[]> =>
  read(tx, { ids });

/**
 * What the sums have of these orders. Planned each time: a plan from when the table was empty would read all of it, until
 * PostgreSQL has analyzed the table.
 */
export const readContributions = (tx: Tx, ids: readonly string[]): Promise<Contribution[]> =>
  run(
    tx,
    sqlFor
      .selectFrom("tradewind.analytics_order")
      .select([
        "order_id",
        sql<string>`to_json(placed_at) #>> '{}'`.as("placed_at"),
        "currency_code",
        "customer_id",
        "is_canceled",
        sql<Contribution["contribution"]>`contribution`.as("contribution"),
      ])
      .where(sql<boolean>`order_id = any(${ids}::text[])`),
  );
