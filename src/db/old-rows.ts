import { sql } from "kysely";
import type { Tx } from "./database.ts";
import { compiledReturningWrite } from "./statements.ts";

/** A backlog is deleted by several statements, so that none of them holds its locks for long. */
export const BATCH_SIZE = 5_000;

export interface DeletedBatch {
  removed: number;
  isDone: boolean;
}

/** Deletes some rows that are no longer needed. */
export type Cleanup = (tx: Tx) => Promise<DeletedBatch>;

export const batchOf = (deleted: readonly unknown[]): DeletedBatch => ({
  removed: deleted.length,
  isDone: deleted.length < BATCH_SIZE,
});

/** Rows without effect after they expire. Reads ignore them, so no response depends on when they are deleted. */
export function expiredRows(table: string, condition: string): Cleanup {
  const remove = compiledReturningWrite<object, { id: number }>(
    `housekeeping-${table}`,
    { deletes: [table] },
    () => sql<{ id: number }>`delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)} where ${sql.raw(condition)} limit ${BATCH_SIZE}))
      and ${sql.raw(condition)} returning 1 as id`,
  );
  return async (tx) => batchOf(await remove(tx, {}));
}
