import { sql } from "kysely";
import type { Db, Tx } from "../../../db/database.ts";
import { BATCH_SIZE, batchOf, type DeletedBatch } from "../../../db/old-rows.ts";
import { type RecordedChange, recordedChange } from "../../../db/recorded-change.ts";
import { compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { currentActor } from "../../../db/transactions/actor-context.ts";
import { newId } from "../../../kernel/ids.ts";
import { redacted } from "../../../kernel/redacted.ts";

/** A request by which a user changed something. */
interface AuditEntry {
  userId: string;
  requestId: string;
  method: string;
  path: string;
  ip: string;
  body: Record<string, unknown> | null;
  before: object | null;
  after: object | null;
}

const MAX_BODY_LENGTH = 20_000;

/** The request body without secrets; of a very long body only its length. */
function loggedBody(body: unknown): Record<string, unknown> | null {
  if (typeof body !== "object" || body === null || Object.keys(body).length === 0) return null;
  const withoutSecrets = redacted(body as Record<string, unknown>);
  const { length } = JSON.stringify(withoutSecrets);
  return length > MAX_BODY_LENGTH ? { "[too long]": `${length} characters` } : withoutSecrets;
}

type Json = "body" | "before" | "after";
type Row = Omit<AuditEntry, Json> & { id: string } & Record<Json, string | null>;

// One request may commit several transactions; the first one writes the entry.
const insert = compiledWrite<Row>(
  "audit-insert",
  { inserts: ["tradewind.audit_entry"] },
  (
    p,
  ) => sql`insert into tradewind.audit_entry (id, user_id, request_id, method, path, ip, body, before, after)
    values (${p.id}, ${p.userId}, ${p.requestId}, ${p.method}, ${p.path}, ${p.ip}, ${p.body}::jsonb,
      ${p.before}::jsonb, ${p.after}::jsonb)
    on conflict (request_id, method, path) do nothing`,
);

const sideOf = (side: object | null | undefined) => (side ? redacted({ ...side }) : null);

/** Metadata of an entity can hold a key of another system. */
const changeWithoutSecrets = (change: RecordedChange | null) => ({
  before: sideOf(change?.before),
  after: sideOf(change?.after),
});

const jsonOf = (value: object | null) => (value === null ? null : JSON.stringify(value));

async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { body, before, after } = entry;
  const json = { body: jsonOf(body), before: jsonOf(before), after: jsonOf(after) };
  await insert(tx, { ...entry, ...json, id: newId("audit") });
}

/** Writes an audit entry for each admin request that changes data, in the transaction of the change. */
export function installAuditLog(db: Db): void {
  db.beforeCommit.add(async (tx) => {
    const actor = currentActor();
    if (!actor?.userId || !actor.request.path.startsWith("/admin/")) return;
    const { id, method, path, ip, body } = actor.request;
    await insertAuditEntry(tx, {
      userId: actor.userId,
      requestId: id,
      method,
      path,
      ip,
      body: loggedBody(body),
      ...changeWithoutSecrets(recordedChange(tx)),
    });
  });
}

const deleteAuditEntries = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-audit",
  { deletes: ["tradewind.audit_entry"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.audit_entry where seq = any(array(
      select old.seq from (select * from tradewind.audit_entry order by seq limit ${BATCH_SIZE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)))
    returning 1 as id`,
);

/** Deletes a batch of the entries that are older than so many days. */
export const deleteOldEntries = async (tx: Tx, days: number): Promise<DeletedBatch> =>
  batchOf(await deleteAuditEntries(tx, { days }));
