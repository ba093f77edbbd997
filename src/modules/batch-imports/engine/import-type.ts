import { isForeignKeyViolation, isUniqueViolation } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";
import type { JobDeps, JobRun, JobType, RunningJob } from "../../batch-jobs/index.ts";
import { checkCells } from "../csv/cells.ts";
import { type Header, headerFrom } from "../csv/header.ts";
import { type CsvRow, readCsv } from "../csv/read-csv.ts";
import { chunksOf, type RowGroup } from "./row-groups.ts";
import {
  noTally,
  type Operations,
  type Outcome,
  type RowError,
  shownTally,
  type Tally,
  tallyFrom,
  withOutcomes,
} from "./tally.ts";

type Json = Record<string, unknown>;

/** Knows the columns of one file, and what its rows mean. */
export interface Importer<Plan> {
  /** Rows of the same key that follow each other belong together. */
  keyOf(row: CsvRow): string;
  /** Sees all rows once before a rehearsal. */
  look?(row: CsvRow): void;
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

export interface ImportRules<Plan> {
  id: string;
  /** Names of what can happen to a row, in the order they are shown in. */
  operations: readonly string[];
  checkedContext(deps: JobDeps, context: Json): Promise<Json>;
  /** Refuses a file with wrong columns. */
  open(opening: Opening): Promise<Importer<Plan>>;
  stat(operations: Operations, count: number): { key: string; name: string; message: string };
}

/** What no row can be imported after: the import as a whole fails for this reason. */
export class EndOfImport extends Error {
  constructor(readonly reason: Refusal) {
    super(reason.message);
  }
}

/** A type of job that reads a CSV file and writes its rows in chunks. */
export function importType<Plan>(rules: ImportRules<Plan>): JobType {
  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const counted = await withFile(
      { rules, deps, job, isRehearsal: job.isDryRun },
      async ({ importer, rows }) => {
        let count = 0;
        for await (const row of rows) {
          count++;
          importer.look?.(row);
          await watch.goOn();
        }
        return { count, importer };
      },
    );
    if (!job.isDryRun) return { result: { count: counted.count } };
    let tally = noTally(rules.operations);
    await withFile({ rules, deps, job, isRehearsal: true }, async ({ rows }) => {
      const { importer } = counted;
      const grouping = { keyOf: importer.keyOf.bind(importer), skip: 0, onSkip: async () => {} };
      for await (const groups of chunksOf(rows, grouping)) {
        tally = withOutcomes(tally, await importer.plan(deps.db, groups));
        await watch.goOn();
      }
    });
    const stat_descriptors = [rules.stat(tally.operations, counted.count)];
    return { result: { count: counted.count, ...shownTally(tally, { hadErrors: false }), stat_descriptors } };
  };

  const process: JobType["process"] = (deps, job, run) =>
    withFile({ rules, deps, job, isRehearsal: false }, async ({ importer, rows }) => {
      const work = new ImportRun(importer, { run, job, names: rules.operations });
      const grouping = {
        keyOf: importer.keyOf.bind(importer),
        skip: work.tally.done,
        onSkip: () => run.goOn(),
      };
      for await (const groups of chunksOf(rows, grouping)) await work.importGroups(groups);
      if (importer.finish) {
        await run.inChunk(async (tx) => {
          await importer.finish!(tx);
          return {};
        });
      }
      const stat_descriptors = [rules.stat(work.tally.operations, work.tally.done)];
      return { result: { ...work.shown(work.tally), stat_descriptors } };
    });

  return { id: rules.id, checkedContext: rules.checkedContext, preProcess, process };
}

interface Opened<Plan> {
  importer: Importer<Plan>;
  rows: AsyncIterable<CsvRow>;
}

interface Work<Plan> extends Omit<Opening, "header"> {
  rules: ImportRules<Plan>;
}

async function withFile<Plan, Result>(
  { rules, ...opening }: Work<Plan>,
  work: (opened: Opened<Plan>) => Promise<Result>,
): Promise<Result> {
  const { deps, job } = opening;
  const all = readCsv(deps.providers, String(job.context["fileKey"]));
  try {
    const first = await all.next();
    if (first.done) throw invalid("The file is empty");
    const header = headerFrom(first.value.cells);
    const importer = guarded(await rules.open({ ...opening, header }), header);
    return await work({ importer, rows: trimmed(all, header.names.length) });
  } catch (error) {
    throw error instanceof EndOfImport ? error.reason : error;
  } finally {
    await all.return(undefined);
  }
}

/** Spreadsheets add empty cells at the end. */
async function* trimmed(rows: AsyncIterable<CsvRow>, columns: number): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const isLonger = row.cells.length > columns && row.cells.slice(columns).every((cell) => cell === "");
    yield isLonger ? { ...row, cells: row.cells.slice(0, columns) } : row;
  }
}

const MALFORMED = "\0row ";

/** Rows that cannot be read at all are refused one by one, before anybody looks at their cells. */
function guarded<Plan>(importer: Importer<Plan>, { names }: Header): Importer<Plan> {
  const problemOf = ({ cells }: CsvRow): Refusal | null => {
    try {
      checkCells(cells, names.length);
      return null;
    } catch (error) {
      return error as Refusal;
    }
  };
  return {
    keyOf: (row) => (problemOf(row) ? `${MALFORMED}${row.number}` : importer.keyOf(row)),
    look: (row) => {
      if (!problemOf(row)) importer.look?.(row);
    },
    plan: async (on, groups) => {
      const isReadable = ({ key }: RowGroup) => !key.startsWith(MALFORMED);
      const planned = await importer.plan(on, groups.filter(isReadable));
      const next = planned[Symbol.iterator]();
      return groups.map((group) =>
        isReadable(group) ? next.next().value! : refusedGroup(group, problemOf(group.rows[0]!)!),
      );
    },
    save: (tx, plans) => importer.save(tx, plans),
    ...(importer.finish ? { finish: (tx: Tx) => importer.finish!(tx) } : {}),
  };
}

export const rowError = ({ number }: CsvRow, { message, code, type, errors }: Refusal): RowError => ({
  row: number,
  message: errors?.length ? errors.join(", ") : message,
  code: code ?? type,
});

/** The first row says why; the others go with it. */
export const refusedGroup = ({ rows }: RowGroup, reason: Refusal): Outcome<never> => {
  const [first, ...others] = rows;
  const along = invalid(`Row ${first!.number}, which this row belongs to, was refused`);
  return {
    rows: rows.length,
    refused: [rowError(first!, reason), ...others.map((row) => rowError(row, along))],
    operations: {},
    plan: null,
  };
};

interface RunOptions {
  run: JobRun;
  job: RunningJob;
  names: readonly string[];
}

const ATTEMPTS = 3;

/** The writing part of an import: chunk by chunk, each with the note of how far it got. */
class ImportRun<Plan> {
  tally: Tally;
  private readonly count: number;
  private readonly hadErrors: boolean;

  constructor(
    private readonly importer: Importer<Plan>,
    private readonly options: RunOptions,
  ) {
    const { result } = options.job;
    this.tally = tallyFrom(result, options.names);
    this.count = Number(result["count"] ?? 0);
    this.hadErrors = result["errors"] !== undefined;
  }

  shown(tally: Tally): Json {
    const count = Math.max(this.count, tally.done);
    return {
      count,
      advancement_count: tally.done,
      progress: count === 0 ? 1 : tally.done / count,
      ...shownTally(tally, { hadErrors: this.hadErrors }),
    };
  }

  /**
   * A code that somebody else takes at the same moment fails the chunk; the next attempt sees it. Whatever refuses the
   * chunk in the end is found out group by group, so that the others are not lost.
   */
  async importGroups(groups: readonly RowGroup[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.inOneChunk(groups);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (attempt < ATTEMPTS) continue;
        if (groups.length === 1) return await this.refuse(groups[0]!, error);
        for (const group of groups) await this.importGroups([group]);
        return;
      }
    }
  }

  private async inOneChunk(groups: readonly RowGroup[]): Promise<void> {
    let next = this.tally;
    await this.options.run.inChunk(async (tx) => {
      const outcomes = await this.importer.plan(tx, groups);
      await this.importer.save(
        tx,
        outcomes.flatMap(({ plan }) => plan ?? []),
      );
      next = withOutcomes(this.tally, outcomes);
      return { result: this.shown(next) };
    });
    this.tally = next;
  }

  private async refuse(group: RowGroup, error: unknown): Promise<void> {
    const reason =
      error instanceof Refusal ? error : new Refusal("conflict", "Somebody else changed the same at once");
    const next = withOutcomes(this.tally, [refusedGroup(group, reason)]);
    await this.options.run.inChunk(async () => ({ result: this.shown(next) }));
    this.tally = next;
  }
}

const isRefusal = (error: unknown) =>
  error instanceof Refusal || isUniqueViolation(error) || isForeignKeyViolation(error);
