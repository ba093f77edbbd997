import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { notFound } from "../../../kernel/refusal.ts";
import type { ConsentChannel, ConsentEntry } from "./consent.ts";

const lock = compiledSql<{ id: string }, { id: string }>(
  "consent-lock-customer",
  (p) =>
    sql<{ id: string }>`select id from customer where id = ${p.id} and deleted_at is null for no key update`,
);

/** Two decisions of one customer are one after the other. */
export async function lockDecider(tx: Tx, id: string): Promise<void> {
  if ((await lock(tx, { id })).length === 0) throw notFound("Customer", id);
}

const columns = [
  "id",
  "customer_id",
  "channel",
  "is_given",
  "source",
  "wording",
  "wording_version",
  "ip",
  "user_id",
] as const;

const last = compiled("consent-last", (db, p: { customerId: string; channel: string }) =>
  db
    .selectFrom("tradewind.consent")
    .innerJoin("tradewind.consent_entry as entry", "entry.id", "tradewind.consent.entry_id")
    .select(columns.map((name) => `entry.${name}` as const))
    .where("tradewind.consent.customer_id", "=", p.customerId)
    .where("tradewind.consent.channel", "=", p.channel),
);

export async function lastDecision(
  on: Connection,
  customerId: string,
  channel: ConsentChannel,
): Promise<ConsentEntry | null> {
  const [entry] = await last(on, { customerId, channel });
  return entry ? { ...entry, channel: entry.channel as ConsentChannel } : null;
}

const insert = compiled("consent-entry-insert", (db, p: ConsentEntry) =>
  db.insertInto("tradewind.consent_entry").values({
    id: p.id,
    customer_id: p.customer_id,
    channel: p.channel,
    is_given: p.is_given,
    source: p.source,
    wording: p.wording,
    wording_version: p.wording_version,
    ip: p.ip,
    user_id: p.user_id,
  }),
);

const save = compiledReturningWrite<ConsentEntry, unknown>(
  "consent-save",
  { inserts: ["tradewind.consent"], updates: ["tradewind.consent"] },
  (p) => sql`insert into tradewind.consent (customer_id, channel, is_given, entry_id)
    values (${p.customer_id}, ${p.channel}, ${p.is_given}, ${p.id})
    on conflict (customer_id, channel) do update
    set is_given = excluded.is_given, entry_id = excluded.entry_id, changed_at = now()`,
);

export async function saveDecision(tx: Tx, entry: ConsentEntry): Promise<void> {
  await insert(tx, entry);
  await save(tx, entry);
}
