import { invalid } from "../../../kernel/refusal.ts";
import type { JobDeps, JobType } from "../../batch-jobs/index.ts";
import { headerFrom } from "../csv/header.ts";
import { type CsvRow, readCsv } from "../csv/read-csv.ts";
import { guarded } from "./guarded.ts";
import { ImportRun } from "./import-run.ts";
import { EndOfImport, type Importer, type Opening } from "./importer.ts";
import { measureTables } from "./plans-store.ts";
import { chunksOf } from "./row-groups.ts";
import { noTally, type Operations, shownTally, withOutcomes } from "./tally.ts";

type Json = Record<string, unknown>;

export interface ImportRules<Plan> {
  id: string;
  /** Names of what can happen to a row, in the order they are shown in. */
  operations: readonly string[];
  /** Tables that a large import makes grow. */
  tables: readonly string[];
  checkedContext(deps: JobDeps, context: Json): Promise<Json>;
  /** Refuses a file with wrong columns. */
  open(opening: Opening): Promise<Importer<Plan>>;
  stat(operations: Operations, count: number): { key: string; name: string; message: string };
}

/** After so many rows, and after so many times more. */
const MEASURE_FIRST = 1_000;
const MEASURE_AGAIN = 8;

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
      let measureAt = MEASURE_FIRST;
      for await (const groups of chunksOf(rows, grouping)) {
        await work.importGroups(groups);
        if (work.tally.done < measureAt) continue;
        await measureTables(deps.db, rules.tables);
        measureAt = work.tally.done * MEASURE_AGAIN;
      }
      // A file of which nothing could be read is more likely a mistake than an empty list.
      if (importer.finish && work.tally.refused < work.tally.done) {
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
