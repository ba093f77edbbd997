import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledSql } from "../../../db/statements.ts";
import { noSwapOfCart } from "./swap.ts";

const byKey = compiledSql<{ orderId: string; key: string }, { id: string; returnId: string }>(
  "swap-by-key",
  (p) => sql<{ id: string; returnId: string }>`
    select swap.id, back.id as "returnId"
    from swap join "return" back on back.swap_id = swap.id
    where swap.order_id = ${p.orderId} and swap.idempotency_key = ${p.key} and swap.deleted_at is null
      and swap.confirmed_at is null and swap.canceled_at is null and swap.created_at > now() - interval '24 hours'
      and back.status = 'requested' and back.shipping_data is null
    order by swap.created_at desc limit 1`,
);

/** The swap that a request with this key has begun lately and whose way back is not booked at its carrier. */
export async function findSwapByKey(
  on: Connection,
  orderId: string,
  key: string,
): Promise<{ id: string; returnId: string } | null> {
  const [found] = await byKey(on, { orderId, key });
  return found ?? null;
}

const unbooked = compiledSql<{ id: string }, { id: string }>(
  "swap-unbooked",
  (p) => sql<{ id: string }>`
    select swap.id from swap join "return" back on back.swap_id = swap.id
    where swap.id = ${p.id} and swap.confirmed_at is null and swap.canceled_at is null
      and back.status = 'requested' and back.shipping_data is null`,
);

/** Whether nothing has happened yet to a swap whose way back is to be booked. */
export async function isUnbooked(on: Connection, id: string): Promise<boolean> {
  return (await unbooked(on, { id })).length > 0;
}

/** What a cart needs to know of its swap. */
interface KnownSwap {
  id: string;
  orderId: string;
  allowBackorder: boolean;
  isCanceled: boolean;
  isConfirmed: boolean;
}

const byCart = compiled("swap-by-cart", (db, p: { cartId: string }) =>
  db
    .selectFrom("swap")
    .select([
      "id",
      "order_id as orderId",
      "allow_backorder as allowBackorder",
      sql<boolean>`canceled_at is not null`.as("isCanceled"),
      sql<boolean>`confirmed_at is not null`.as("isConfirmed"),
    ])
    .where("cart_id", "=", p.cartId)
    .where("deleted_at", "is", null),
);

/** The swap that a cart belongs to. */
export async function readSwapOfCart(on: Connection, cartId: string): Promise<KnownSwap> {
  const [found] = await byCart(on, { cartId });
  if (!found) throw noSwapOfCart(cartId);
  return found;
}

/** The swap that was confirmed with a cart; null where there is none. */
export async function findConfirmedSwap(on: Connection, cartId: string): Promise<string | null> {
  const [found] = await byCart(on, { cartId });
  return found?.isConfirmed ? found.id : null;
}

const cartOf = compiled("swap-cart", (db, p: { id: string }) =>
  db.selectFrom("swap").select("cart_id as cartId").where("id", "=", p.id),
);

export async function readCartOfSwap(tx: Tx, id: string): Promise<string | null> {
  const [found] = await cartOf(tx, { id });
  return found?.cartId ?? null;
}
