import type { Tx } from "./connections/connection.ts";

/** What a change replaced, and by what; null for something that did not exist or is gone. */
export interface RecordedChange {
  before: object | null;
  after: object | null;
}

const changes = new WeakMap<Tx, RecordedChange>();
const fields = new WeakMap<Tx, RecordedChange>();

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

/** The fields of the shop, which are saved beside the row: of several rows those of the first. */
export function recordFields(tx: Tx, change: RecordedChange): void {
  if (!fields.has(tx) && JSON.stringify(change.before) !== JSON.stringify(change.after))
    fields.set(tx, change);
}

export function recordedChange(tx: Tx): RecordedChange | null {
  const change = changes.get(tx) ?? null;
  const custom = fields.get(tx);
  if (!custom) return change;
  const withFields = (row: object | null, custom_fields: object | null) => ({ ...row, custom_fields });
  return {
    before: change && !change.before ? null : withFields(change?.before ?? null, custom.before),
    after: change && !change.after ? null : withFields(change?.after ?? null, custom.after),
  };
}
