import type { Config } from "../../../../config.ts";
import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { expireCarts, forgetting, kinds, type Removal, removeOutdated } from "../housekeeping-store.ts";

/** Removes everything that is outdated, some at a time; tells how much of each kind. */
export async function tidyUp(
  { db, config }: { db: Db; config: Pick<Config, "cartDays" | "eventDays" | "auditDays"> },
  run: { isStopping(): boolean },
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const all = async (kind: string, remove: (tx: Tx) => Promise<Removal>) => {
    removed[kind] = 0;
    for (let isDone = false; !isDone && !run.isStopping(); ) {
      const some = await inTransaction(db, remove);
      removed[kind] += some.removed;
      isDone = some.isDone;
    }
  };
  for (const kind of kinds) await all(kind, (tx) => removeOutdated(tx, kind));
  const { cartDays, eventDays, auditDays } = config;
  if (cartDays > 0) await all("carts", (tx) => expireCarts(tx, cartDays));
  if (eventDays > 0) await all("events", (tx) => forgetting.events(tx, eventDays));
  if (auditDays > 0) await all("audit", (tx) => forgetting.audit(tx, auditDays));
  return removed;
}
