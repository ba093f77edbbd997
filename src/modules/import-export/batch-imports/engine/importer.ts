import type { Connection, Tx } from "../../../../db/database.ts";
import type { Refusal } from "../../../../kernel/refusal.ts";
import type { JobDeps, RunningJob } from "../../batch-jobs/index.ts";
import type { Header } from "../csv/header.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import type { RowGroup } from "./row-groups.ts";
import type { Outcome } from "./tally.ts";

/** Knows the columns of one file, and what its rows mean. */
export interface Importer<Plan> {
  /** Rows of the same key that follow each other belong together. */
  keyOf(row: CsvRow): string;
  /** Sees all rows once, in their order, before any is planned: what the row alone says is to be done. */
  look(row: CsvRow): readonly string[];
  /** What would become of the groups, one after the other. Changes nothing; in a transaction it locks what it reads. */
  plan(on: Connection, groups: readonly RowGroup[]): Promise<Outcome<Plan>[]>;
  save(tx: Tx, plans: readonly Plan[]): Promise<void>;
  /** After the last row. */
  finish?(tx: Tx): Promise<void>;
}

export interface Opening {
  deps: JobDeps;
  job: RunningJob;
  header: Header;
  /** Nothing is written: what earlier rows would have changed has to be kept in mind. */
  isRehearsal: boolean;
}

/** What no row can be imported after: the import as a whole fails for this reason. */
export class EndOfImport extends Error {
  constructor(readonly reason: Refusal) {
    super(reason.message);
  }
}
