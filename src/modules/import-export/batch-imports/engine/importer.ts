import type { Connection, Tx } from "../../../../db/database.ts";
import type { Refusal } from "../../../../kernel/refusal.ts";
import type { JobDeps, RunningJob } from "../../batch-jobs/index.ts";
import type { Header } from "../csv/header.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import type { GroupOutcome } from "./import-outcome.ts";
import type { RowGroup } from "./row-groups.ts";

/** Interprets the rows of one file. */
export interface Importer<Plan> {
  /** Consecutive rows with the same key form a group. */
  keyOf(row: CsvRow): string;
  /** Called once for each row, in order, before any row is planned. Returns the operations by the row alone. */
  scan(row: CsvRow): readonly string[];
  /** Plans the groups in order. Changes nothing; in a transaction it locks the rows it reads. */
  plan(on: Connection, groups: readonly RowGroup[]): Promise<GroupOutcome<Plan>[]>;
  save(tx: Tx, plans: readonly Plan[]): Promise<void>;
  /** Called after the last row. */
  finish?(tx: Tx): Promise<void>;
}

export interface ImportContext {
  deps: JobDeps;
  job: RunningJob;
  header: Header;
  /** Nothing is written, so the importer must track the changes of earlier rows. */
  isSimulation: boolean;
}

/** Fails the whole import: no further row can be imported. */
export class ImportAborted extends Error {
  constructor(readonly reason: Refusal) {
    super(reason.message);
  }
}
