import { acting } from "../../../../db/acting.ts";
import type { Db } from "../../../../db/database.ts";
import { keptBody } from "../audit.ts";
import { insertEntry } from "../audit-store.ts";

/** Every change that a user makes leaves an entry, in the transaction of the change: both are there, or neither. */
export function keepAudit(db: Db): void {
  db.beforeCommit.add(async (tx) => {
    const who = acting();
    if (!who?.userId || !who.request.path.startsWith("/admin/")) return;
    const { id, method, path, ip, body } = who.request;
    await insertEntry(tx, { userId: who.userId, requestId: id, method, path, ip, body: keptBody(body) });
  });
}
