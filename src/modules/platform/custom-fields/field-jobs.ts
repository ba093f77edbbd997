import type { CustomFieldsOf } from "../../../db/custom-fields.ts";
import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Customized } from "../../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../../graph/custom-fields/declared-fields.ts";
import type { JobRun, Work } from "../../../jobs/runner.ts";
import { forgetField } from "./custom-field-changes.ts";
import { readFields } from "./custom-field-store.ts";
import { followIndexes } from "./field-index-store.ts";
import { INDEX_TASK, PURGE_TASK } from "./field-tasks.ts";

/** The fields of each table, as its owner writes them. */
export type FieldOwners = Readonly<Record<Customized, CustomFieldsOf>>;

interface Deps {
  db: Db;
  declared: DeclaredFields;
  owners: FieldOwners;
}

/** Plugins have no moment at which they declare a field, so the indexes are looked at from time to time, too. */
export const fieldWork = (deps: Deps): Work => ({
  tasks: {
    [INDEX_TASK]: () => followIndexes(deps.db, deps.declared),
    [PURGE_TASK]: ({ id }, run) => purgeValues(deps, String(id), run),
  },
  schedules: [{ task: INDEX_TASK, pattern: "*/10 * * * *", isMadeUpFor: true }],
});

/** In parts, so that no row is locked for long. */
async function purgeValues({ db, owners }: Deps, id: string, run: JobRun): Promise<void> {
  const field = (await readFields(db)).find((each) => each.id === id);
  if (!field || field.deleted_at === null) return;
  const isColumn = field.declaration.column !== undefined;
  for (let after: string | null = ""; after !== null && !isColumn; ) {
    if (run.isStopping()) throw new Error("stopped before all values were purged");
    const from: string = after;
    after = await inTransaction(db, (tx) =>
      owners[field.entity].purge(tx, { name: field.name, after: from }),
    );
  }
  await forgetField(db, id);
}
