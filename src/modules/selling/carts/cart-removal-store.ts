import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { BATCH_SIZE, type DeletedBatch } from "../../../db/old-rows.ts";
import { compiled, compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";

const discard = compiled("cart-discard", (db, p: { id: string }) =>
  db.updateTable("cart").set({ deleted_at: sql`now()`, updated_at: sql`now()` }).where("id", "=", p.id),
);

/** Soft-deletes a locked cart. */
export async function markDiscarded(tx: Tx, id: string): Promise<void> {
  await discard(tx, { id });
}

const remove = compiledWrite<{ id: string }>(
  "cart-delete",
  { deletes: ["custom_shipping_option", "cart"] },
  (p) => sql`
    with agreed as (delete from custom_shipping_option where cart_id = ${p.id})
    delete from cart where id = ${p.id}`,
);

/** Deletes a cart that has no lines or shipping methods, and its agreed shipping prices. */
export const deleteCart = (tx: Tx, id: string): Promise<void> => remove(tx, { id });

const isAbandoned = (days: number) => sql`
  cart.completed_at is null and cart.deleted_at is null and cart.type = 'default'
  and cart.payment_authorized_at is null and cart.updated_at < now() - make_interval(days => ${days}::integer)
  and not exists (select 1 from line_item line where line.cart_id = cart.id
    and line.updated_at >= now() - make_interval(days => ${days}::integer))
  and not exists (select 1 from payment_session open where open.cart_id = cart.id
    and open.updated_at >= now() - make_interval(days => ${days}::integer))`;

const lockAbandoned = compiledSql<{ days: number }, { id: string }>(
  "housekeeping-carts-lock",
  (p) => sql<{ id: string }>`
    select id from cart where ${isAbandoned(p.days)} limit ${BATCH_SIZE} for no key update skip locked`,
);

const expire = compiledReturningWrite<{ ids: string[]; days: number }, { id: string }>(
  "housekeeping-carts",
  { updates: ["cart"] },
  (p) => sql<{ id: string }>`
    update cart set deleted_at = now(), updated_at = now() where id = any(${p.ids}) and ${isAbandoned(p.days)} returning id`,
);

/**
 * Soft-deletes carts without a change for so many days. The update repeats the condition: another transaction may have
 * added a line between the two statements.
 */
export async function expireCarts(tx: Tx, days: number): Promise<DeletedBatch> {
  const ids = (await lockAbandoned(tx, { days })).map(({ id }) => id);
  const expired = await expire(tx, { ids, days });
  return { removed: expired.length, isDone: ids.length < BATCH_SIZE };
}
