import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { AuditEntry } from "./audit.ts";

type Row = Omit<AuditEntry, "body"> & { id: string; body: string | null };

// A request may change things in more than one transaction; the first that is committed keeps the entry.
const insert = compiledWrite<Row>(
  "audit-insert",
  { inserts: ["tradewind.audit_entry"] },
  (p) => sql`insert into tradewind.audit_entry (id, user_id, request_id, method, path, ip, body)
    values (${p.id}, ${p.userId}, ${p.requestId}, ${p.method}, ${p.path}, ${p.ip}, ${p.body}::jsonb)
    on conflict (request_id, method, path) do nothing`,
);

export async function insertEntry(tx: Tx, { body, ...entry }: AuditEntry): Promise<void> {
  await insert(tx, { ...entry, id: newId("audit"), body: body === null ? null : JSON.stringify(body) });
}
