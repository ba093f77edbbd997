import type { Config } from "../../../config.ts";
import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Work } from "../../../jobs/work.ts";
import {
  type DeletedBatch,
  deleteExpired,
  deleteOld,
  expireCarts,
  expiredKinds,
} from "./housekeeping-store.ts";

/** Deletes expired rows in batches. Returns the number of rows of each kind. */
export async function tidyUp(
  { db, config }: { db: Db; config: Pick<Config, "cartDays" | "eventDays" | "auditDays"> },
  run: { isStopping(): boolean },
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const all = async (kind: string, remove: (tx: Tx) => Promise<DeletedBatch>) => {
    removed[kind] = 0;
    for (let isDone = false; !isDone && !run.isStopping(); ) {
      const some = await inTransaction(db, remove);
      removed[kind] += some.removed;
      isDone = some.isDone;
    }
  };
  for (const kind of expiredKinds) await all(kind, (tx) => deleteExpired(tx, kind));
  const { cartDays, eventDays, auditDays } = config;
  if (cartDays > 0) await all("carts", (tx) => expireCarts(tx, cartDays));
  if (eventDays > 0) await all("events", (tx) => deleteOld.events(tx, eventDays));
  if (auditDays > 0) await all("audit", (tx) => deleteOld.audit(tx, auditDays));
  return removed;
}

export const housekeepingWork = (parts: { db: Db; config: Config }): Work => ({
  tasks: {
    "tidy-up": async (_payload, run) => {
      await tidyUp(parts, run);
    },
  },
  schedules: [{ task: "tidy-up", pattern: "*/10 * * * *" }],
});
