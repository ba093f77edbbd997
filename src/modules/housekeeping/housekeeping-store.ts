import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";

// So many rows at once: what has piled up is removed by several statements, none of which holds locks for long.
const AT_ONCE = 5_000;

const removing = (name: string, table: string, isOld: string) =>
  compiledSql<object, { id: number }>(
    `housekeeping-${name}`,
    () => sql<{ id: number }>`delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)} where ${sql.raw(isOld)} limit ${AT_ONCE}))
      and ${sql.raw(isOld)} returning 1 as id`,
  );

/** What is of no use any more, and when. None of it is looked at by then: answers do not depend on its removal. */
const outdated = {
  sessions: removing("sessions", "tradewind.session", "expires_at < now()"),
  keys: removing("keys", "tradewind.idempotency", "created_at < now() - interval '25 hours'"),
  holds: removing("holds", "tradewind.stock_hold", "expires_at < now()"),
  "tax answers": removing("tax-answers", "tradewind.tax_answer", "created_at < now() - interval '1 day'"),
  limits: removing("limits", "tradewind.rate_limit", "window_ends_at < now() - interval '1 hour'"),
};

export type Outdated = keyof typeof outdated;

export const kinds = Object.keys(outdated) as Outdated[];

/** Removes some of what is outdated; tells how much, and whether there is more. */
export async function removeOutdated(tx: Tx, kind: Outdated): Promise<{ removed: number; isDone: boolean }> {
  const removed = (await outdated[kind](tx, {})).length;
  return { removed, isDone: removed < AT_ONCE };
}

const expire = compiledSql<{ days: number }, { id: string }>(
  "housekeeping-carts",
  (p) => sql<{ id: string }>`
    update cart set deleted_at = now(), updated_at = now()
    where id = any(array(select old.id from cart old
      where old.completed_at is null and old.deleted_at is null and old.type = 'default'
        and old.payment_authorized_at is null
        and old.updated_at < now() - make_interval(days => ${p.days}::integer)
        and not exists (select 1 from line_item line where line.cart_id = old.id
          and line.updated_at >= now() - make_interval(days => ${p.days}::integer))
        and not exists (select 1 from payment_session open where open.cart_id = old.id
          and open.updated_at >= now() - make_interval(days => ${p.days}::integer))
      limit ${AT_ONCE} for update skip locked))
    returning id`,
);

/** Carts that nobody has touched for so long are no longer there; their rows stay for those who look back. */
export async function expireCarts(tx: Tx, days: number): Promise<{ removed: number; isDone: boolean }> {
  const removed = (await expire(tx, { days })).length;
  return { removed, isDone: removed < AT_ONCE };
}
