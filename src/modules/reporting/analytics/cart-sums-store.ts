import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";

// The bits of migrations/0011_analytics.sql. A cart without goods is not on its way to an order; a completed one took every step.
const steps = (reached: string) =>
  `(case when ${reached} & 8 <> 0 then 15 when ${reached} & 1 <> 0 then ${reached} & 15 else 0 end)`;

const stepped = (bit: number) =>
  `sum((${steps("after")} & ${bit}) / ${bit} - (${steps("before")} & ${bit}) / ${bit})`;

const counts = ["created", "with_goods", "with_address", "with_payment", "completed"];

const countCarts = compiledReturningWrite<{ most: number }, { taken: number }>(
  "analytics-count-carts",
  {
    deletes: ["tradewind.analytics_cart_change"],
    inserts: ["tradewind.analytics_cart", "tradewind.analytics_cart_sum"],
  },
  (p) => sql<{ taken: number }>`with taken as (
      delete from tradewind.analytics_cart_change
      where ctid = any(array(select ctid from tradewind.analytics_cart_change limit ${p.most}))
      returning cart_id, created_at, reached),
    changed as (
      select cart_id, max(created_at) as created_at, bit_or(reached) as reached from taken group by cart_id),
    seen as materialized (
      select changed.cart_id, coalesce(known.created_at, changed.created_at, cart.created_at) as created_at,
        changed.reached & 48 <> 0 as is_new, coalesce(known.reached, 0) as before,
        coalesce(known.reached, 0) | changed.reached & 15 | case when changed.reached & 32 = 0 then 0 else
          case when exists (select from line_item line where line.cart_id = cart.id) then 1 else 0 end
          | case when cart.shipping_address_id is null then 0 else 2 end
          | case when exists (select from payment_session paid where paid.cart_id = cart.id) then 4 else 0 end
          | case when cart.completed_at is null then 0 else 8 end end as after
      from changed
      left join tradewind.analytics_cart known on known.cart_id = changed.cart_id
      left join cart on cart.id = changed.cart_id
      where coalesce(cart.type, 'default') = 'default'),
    saved as (
      insert into tradewind.analytics_cart (cart_id, created_at, reached)
      select cart_id, created_at, after from seen where after <> before and created_at is not null
      on conflict (cart_id) do update set reached = excluded.reached),
    summed as (
      select unit.name, unit.start, count(*) filter (where is_new) as created, ${sql.raw(
        [1, 2, 4, 8].map((bit, index) => `${stepped(bit)} as ${counts[index + 1]}`).join(", "),
      )}
      from seen cross join lateral (values
        ('quarter', to_timestamp(floor(extract(epoch from created_at) / 900) * 900)),
        ('hour', date_trunc('hour', created_at, 'UTC')),
        ('day', date_trunc('day', created_at, 'UTC')),
        ('month', date_trunc('month', created_at, 'UTC'))) as unit (name, start)
      where created_at is not null group by 1, 2),
    added as (
      insert into tradewind.analytics_cart_sum as known (unit, start, ${sql.raw(counts.join(", "))})
      select * from summed
      on conflict (unit, start) do update set
        ${sql.raw(counts.map((name) => `${name} = known.${name} + excluded.${name}`).join(", "))})
    select count(*) as taken from taken`,
);

const forget = compiledReturningWrite<object, { queued: number }>(
  "analytics-forget-carts",
  {
    deletes: ["tradewind.analytics_cart", "tradewind.analytics_cart_sum", "tradewind.analytics_cart_change"],
    inserts: ["tradewind.analytics_cart_change"],
  },
  () => sql<{ queued: number }>`with carts as (delete from tradewind.analytics_cart),
    waiting as (delete from tradewind.analytics_cart_change),
    sums as (delete from tradewind.analytics_cart_sum),
    queued as (insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
      select id, created_at, 32 from cart where type = 'default' returning 1)
    select count(*) as queued from queued`,
);

/** All carts are to be counted again. */
export const forgetCarts = (tx: Tx) => forget(tx, {});

/** Takes steps of carts from the queue and adds them to the sums. Each cart counts once for each step. */
export async function countCartSteps(tx: Tx, most: number): Promise<number> {
  const [{ taken } = { taken: 0 }] = await countCarts(tx, { most });
  return taken;
}
