import type { Tx } from "./connection.ts";

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

export const recordedChange = (tx: Tx): RecordedChange | null => changes.get(tx) ?? null;
