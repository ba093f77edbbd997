import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Work } from "../../../jobs/runner.ts";
import type { Cleanups } from "../../../module/define-module.ts";

/** Deletes expired rows in batches: those of each table as the module that owns it declares. Returns the number of rows of each kind. */
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
