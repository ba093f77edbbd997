import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

// So many rows at once: what has piled up is removed by several statements, none of which holds locks for long.
const AT_ONCE = 5_000;

const removing = (name: string, table: string, isOld: string) =>
  compiledReturningWrite<object, { id: number }>(
    `housekeeping-${name}`,
    { deletes: [table] },
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

/** What was removed, and whether there is no more. */
export interface Removal {
  removed: number;
  isDone: boolean;
}

async function someOf(removing: Promise<readonly unknown[]>): Promise<Removal> {
  const removed = (await removing).length;
  return { removed, isDone: removed < AT_ONCE };
}

/** Removes some of what is outdated. */
export const removeOutdated = (tx: Tx, kind: Outdated): Promise<Removal> => someOf(outdated[kind](tx, {}));

const isLeft = (days: number) => sql`
  cart.completed_at is null and cart.deleted_at is null and cart.type = 'default'
  and cart.payment_authorized_at is null and cart.updated_at < now() - make_interval(days => ${days}::integer)
  and not exists (select 1 from line_item line where line.cart_id = cart.id
    and line.updated_at >= now() - make_interval(days => ${days}::integer))
  and not exists (select 1 from payment_session open where open.cart_id = cart.id
    and open.updated_at >= now() - make_interval(days => ${days}::integer))`;

const lockLeft = compiledSql<{ days: number }, { id: string }>(
  "housekeeping-carts-lock",
  (p) => sql<{ id: string }>`
    select id from cart where ${isLeft(p.days)} limit ${AT_ONCE} for no key update skip locked`,
);

const expire = compiledReturningWrite<{ ids: string[]; days: number }, { id: string }>(
  "housekeeping-carts",
  { updates: ["cart"] },
  (p) => sql<{ id: string }>`
    update cart set deleted_at = now(), updated_at = now() where id = any(${p.ids}) and ${isLeft(p.days)} returning id`,
);

/**
 * Carts that nobody has touched for so long are no longer there; their rows stay for those who look back. They are looked at
 * again when they are locked: somebody may have put something into one meanwhile.
 */
export async function expireCarts(tx: Tx, days: number): Promise<Removal> {
  const ids = (await lockLeft(tx, { days })).map(({ id }) => id);
  const expired = await expire(tx, { ids, days });
  return { removed: expired.length, isDone: ids.length < AT_ONCE };
}

/** Of the oldest ones. The log goes on from its last event; whoever has not heard of an event yet still will. */
const forgetEvents = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-events",
  { deletes: ["tradewind.event"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.event where seq = any(array(
      select old.seq from (select * from tradewind.event order by seq limit ${AT_ONCE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)
        and old.seq < (select max(seq) from tradewind.event)
        and not exists (select 1 from tradewind.event_cursor told where (old.tx, old.seq) > (told.tx, told.seq))
        and not exists (select 1 from tradewind.event_parked parked where parked.seq = old.seq)
        and old.seq <> all(array(select event_seq from tradewind.webhook_delivery where next_try_at is not null))))
    returning 1 as id`,
);

const forgetAudit = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-audit",
  { deletes: ["tradewind.audit_entry"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.audit_entry where seq = any(array(
      select old.seq from (select * from tradewind.audit_entry order by seq limit ${AT_ONCE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)))
    returning 1 as id`,
);

/** What happened, and what administrators did, longer ago than somebody wants to know. */
export const forgetting = {
  events: (tx: Tx, days: number) => someOf(forgetEvents(tx, { days })),
  audit: (tx: Tx, days: number) => someOf(forgetAudit(tx, { days })),
};
