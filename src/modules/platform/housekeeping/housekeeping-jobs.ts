import type { Db, Tx } from "../../../db/database.ts";
import type { DeletedBatch } from "../../../db/old-rows.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Work } from "../../../jobs/runner.ts";

/** By kind, what deletes a batch of old rows: each table is cleaned by the module that owns it. */
export type Cleanups = Readonly<Record<string, (tx: Tx) => Promise<DeletedBatch>>>;

/** Deletes expired rows in batches. Returns the number of rows of each kind. */
export async function tidyUp(
  { db, cleanups }: { db: Db; cleanups: Cleanups },
  run: { isStopping(): boolean },
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [kind, remove] of Object.entries(cleanups)) {
    removed[kind] = 0;
    for (let isDone = false; !isDone && !run.isStopping(); ) {
      const some = await inTransaction(db, remove);
      removed[kind] += some.removed;
      isDone = some.isDone;
    }
  }
  return removed;
}

export const housekeepingWork = (deps: { db: Db; cleanups: Cleanups }): Work => ({
  tasks: {
    "tidy-up": async (_payload, run) => {
      await tidyUp(deps, run);
    },
  },
  schedules: [{ task: "tidy-up", pattern: "*/10 * * * *" }],
});
