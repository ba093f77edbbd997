import type { CustomFieldsOf } from "../../../db/custom-fields.ts";
import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Customized } from "../../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../../graph/custom-fields/declared-fields.ts";
import type { JobRun, Work } from "../../../jobs/runner.ts";
import { deleteFieldRow, lockField } from "./custom-field-store.ts";
import { followIndexes } from "./field-index-store.ts";
import { INDEX_TASK, PURGE_TASK } from "./field-tasks.ts";

/** The fields of each table, as its owner writes them. */
export type FieldOwners = Readonly<Record<Customized, CustomFieldsOf>>;

interface Deps {
  db: Db;
  declared: DeclaredFields;
  /** Those of this process, by their names. */
  plugins: readonly string[];
  owners: FieldOwners;
}

/** Plugins have no moment at which they declare a field, so the indexes are looked at from time to time, too. */
export const fieldWork = (deps: Deps): Work => ({
  tasks: {
    [INDEX_TASK]: () => followIndexes(deps.db, deps.declared, deps.plugins),
    [PURGE_TASK]: ({ id }, run) => purgeValues(deps, String(id), run),
  },
  schedules: [{ task: INDEX_TASK, pattern: "*/10 * * * *", isMadeUpFor: true }],
});

/** In parts, so that no row is locked for long. It ends when the field is declared again. */
async function purgeValues({ db, owners }: Deps, id: string, run: JobRun): Promise<void> {
  for (let after: string | null = ""; after !== null; ) {
    if (run.isStopping()) throw new Error("stopped before all values were purged");
    const from: string = after;
    after = await inTransaction(db, async (tx) => {
      const field = await lockField(tx, id);
      if (!field || field.deleted_at === null) return null;
      const isColumn = field.declaration.column !== undefined;
      const next = isColumn ? null : await owners[field.entity].purge(tx, { name: field.name, after: from });
      if (next === null) await deleteFieldRow(tx, id);
      return next;
    });
  }
}
