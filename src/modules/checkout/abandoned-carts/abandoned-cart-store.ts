import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { AbandonedCart, AbandonedCartLine, CartFilters } from "./abandoned-cart.ts";

/**
 * So many of the newest carts are looked at, and so many are listed: the list takes the same time in a shop with a million carts.
 * Older ones are found by their days.
 */
const MOST_EXAMINED = 10_000;
const MOST_LISTED = 1_000;

interface ListParams extends CartFilters {
  limit: number;
  offset: number;
}

// Only columns of the index idx_cart_left_behind decide which rows are read.
const candidates = (p: CartFilters) => sql`
  select cart.id, cart.created_at, cart.email, cart.customer_id, cart.region_id, cart.shipping_address_id,
    contact.contacted_at, greatest(cart.updated_at, (select max(line.updated_at) from line_item line
      where line.cart_id = cart.id)) as active_at
  from (select * from cart
    where cart.type = 'default' and cart.completed_at is null and cart.email is not null and cart.deleted_at is null
      and cart.created_at < now() - make_interval(hours => ${p.idleHours}::int)
      and cart.created_at >= coalesce(${p.from}::timestamptz, '-infinity')
      and cart.created_at < coalesce(${p.to}::timestamptz, 'infinity')
    order by cart.created_at desc, cart.id desc limit ${sql.lit(MOST_EXAMINED)}) cart
  left join tradewind.contacted_cart contact on contact.cart_id = cart.id
  where (${p.contacted}::boolean is null or (contact.cart_id is not null) = ${p.contacted}::boolean)
    and exists (select from line_item line where line.cart_id = cart.id)`;

const listed = (p: CartFilters) => sql`select * from (${candidates(p)}) found
  where found.active_at < now() - make_interval(hours => ${p.idleHours}::int)
  order by found.created_at desc, found.id desc limit ${sql.lit(MOST_LISTED)}`;

/** What is shown of a cart; `held` is a row of it. */
const shown = sql`held.id, held.email, held.customer_id, held.created_at, held.active_at, held.contacted_at,
    home.currency_code, home.name as region,
    nullif(trim(concat_ws(' ', coalesce(goal.first_name, buyer.first_name), coalesce(goal.last_name, buyer.last_name))), '')
      as name,
    coalesce(goal.phone, buyer.phone) as phone,
    coalesce(goods.pieces, 0)::int as pieces, coalesce(goods.worth, 0)::float8 as worth, goods.titles
  `;

const parts = sql`join region home on home.id = held.region_id
  left join address goal on goal.id = held.shipping_address_id
  left join customer buyer on buyer.id = held.customer_id
  left join lateral (select sum(line.quantity) as pieces, sum(line.quantity::bigint * line.unit_price) as worth,
      string_agg(line.quantity || ' × ' || line.title, ', ' order by line.created_at, line.id) as titles
    from line_item line where line.cart_id = held.id) goods on true`;

const list = compiledSql<ListParams, AbandonedCart>(
  "abandoned-carts",
  (p) => sql<AbandonedCart>`with found as materialized (${listed(p)}), held as (select * from found
      order by created_at desc, id desc limit ${p.limit} offset ${p.offset})
    select ${shown} from held ${parts} order by held.created_at desc, held.id desc`,
);

export const listCarts = (on: Connection, params: ListParams): Promise<AbandonedCart[]> => list(on, params);

const count = compiledSql<CartFilters, { count: number }>(
  "abandoned-carts-count",
  (p) => sql<{ count: number }>`select count(*)::int as count from (${listed(p)}) found`,
);

export async function countCarts(on: Connection, filters: CartFilters): Promise<number> {
  const [found] = await count(on, filters);
  return found!.count;
}

const find = compiledSql<{ id: string }, AbandonedCart>(
  "abandoned-cart",
  (p) => sql<AbandonedCart>`with held as (select cart.*, contact.contacted_at,
      greatest(cart.updated_at, (select max(line.updated_at) from line_item line where line.cart_id = cart.id)) as active_at
    from cart left join tradewind.contacted_cart contact on contact.cart_id = cart.id
    where cart.id = ${p.id} and cart.type = 'default' and cart.completed_at is null and cart.email is not null
      and cart.deleted_at is null)
    select ${shown} from held ${parts}`,
);

export async function findCart(on: Connection, id: string): Promise<AbandonedCart | null> {
  const [found] = await find(on, { id });
  return found ?? null;
}

const lines = compiledSql<{ id: string }, AbandonedCartLine>(
  "abandoned-cart-lines",
  (p) => sql<AbandonedCartLine>`select line.id, line.title, line.description, line.thumbnail, line.quantity,
      line.unit_price, piece.product_id, piece.sku
    from line_item line left join product_variant piece on piece.id = line.variant_id
    where line.cart_id = ${p.id} order by line.created_at, line.id`,
);

export const linesOfCart = (on: Connection, id: string): Promise<AbandonedCartLine[]> => lines(on, { id });

const mark = compiledReturningWrite<{ id: string }, { cart_id: string }>(
  "abandoned-cart-mark",
  { inserts: ["tradewind.contacted_cart"] },
  (p) => sql<{ cart_id: string }>`insert into tradewind.contacted_cart (cart_id) values (${p.id})
    on conflict do nothing returning cart_id`,
);

/** False if the cart was marked before: it keeps the time of the first message. */
export const markContacted = async (tx: Tx, id: string): Promise<boolean> =>
  (await mark(tx, { id })).length > 0;

const unmark = compiledWrite<{ id: string }>(
  "abandoned-cart-unmark",
  { deletes: ["tradewind.contacted_cart"] },
  (p) => sql`delete from tradewind.contacted_cart where cart_id = ${p.id}`,
);

export const unmarkContacted = (tx: Tx, id: string): Promise<void> => unmark(tx, { id });
