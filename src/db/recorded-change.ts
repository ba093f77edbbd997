import type { Tx } from "./connections/connection.ts";

/** What a change replaced, and by what; null for something that did not exist or is gone. */
export interface RecordedChange {
  before: object | null;
  after: object | null;
}

const changes = new WeakMap<Tx, RecordedChange>();

/** For the audit log, which stores it with the request that made the change. */
export const recordChange = (tx: Tx, change: RecordedChange): void => {
  changes.set(tx, change);
};

/** Of an update the fields that differ. */
export function recordUpdate<Row extends object>(tx: Tx, before: Row, after: Row): void {
  const fields = (Object.keys(after) as (keyof Row)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const of = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
  if (fields.length > 0) recordChange(tx, { before: of(before), after: of(after) });
}

export const recordedChange = (tx: Tx): RecordedChange | null => changes.get(tx) ?? null;
