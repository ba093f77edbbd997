import { invalid } from "../../../../kernel/refusal.ts";
import { unescapedCell } from "../../../../kernel/spreadsheet-cell.ts";
import type { JobDeps, JobType, JobWatch, RunningJob } from "../../batch-jobs/index.ts";
import { headerFrom } from "../csv/header.ts";
import { type CsvRow, readCsv } from "../csv/read-csv.ts";
import { guarded } from "./guarded.ts";
import { ImportRun } from "./import-run.ts";
import { checkSameFile, digestOf, fileKeyOf, removeInput } from "./imported-file.ts";
import { EndOfImport, type Importer, type Opening } from "./importer.ts";
import { measureTables } from "./plans-store.ts";
import { chunksOf } from "./row-groups.ts";
import { finalResult, preparedResult, refusedResult } from "./shown-result.ts";
import { noTally, type Operations, withOutcomes } from "./tally.ts";

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
  stat(operations: Operations): { key: string; name: string; message: string };
}

/** After so many rows, and after so many times more. */
const MEASURE_FIRST = 1_000;
const MEASURE_AGAIN = 8;

/** A type of job that reads a CSV file and writes its rows in chunks. */
export function importType<Plan>(rules: ImportRules<Plan>): JobType {
  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const sha256 = await digestOf(deps, job);
    const looked = await withFile(
      { rules, deps, job, isRehearsal: job.isDryRun },
      async ({ importer, rows }) => {
        const operations = { ...noTally(rules.operations).operations };
        let count = 0;
        for await (const row of rows) {
          count++;
          for (const name of importer.look(row)) operations[name]!++;
          await watch.goOn();
        }
        return { count, operations, importer };
      },
    );
    const shown = (operations: Operations) =>
      preparedResult(rules.stat, operations, { count: looked.count, sha256 });
    if (!job.isDryRun) return { result: shown(looked.operations) };
    const tally = await rehearsed(deps, job, { importer: looked.importer, watch });
    return { result: { ...shown(tally.operations), ...refusedResult(tally, { hadErrors: false }) } };
  };

  const rehearsed = async (
    deps: JobDeps,
    job: RunningJob,
    { importer, watch }: { importer: Importer<Plan>; watch: JobWatch },
  ) => {
    let tally = noTally(rules.operations);
    await withFile({ rules, deps, job, isRehearsal: true }, async ({ rows }) => {
      const grouping = { keyOf: importer.keyOf.bind(importer), skip: 0, onSkip: async () => {} };
      for await (const groups of chunksOf(rows, grouping)) {
        tally = withOutcomes(tally, await importer.plan(deps.db, groups));
        await watch.goOn();
      }
    });
    return tally;
  };

  const process: JobType["process"] = async (deps, job, run) => {
    await checkSameFile(deps, job);
    return withFile({ rules, deps, job, isRehearsal: false }, async ({ importer, rows }) => {
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
      return { result: finalResult(rules.stat, job.result, work.tally) };
    });
  };

  return { id: rules.id, checkedContext: rules.checkedContext, preProcess, process, removeInput };
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
  const all = readCsv(deps.providers, fileKeyOf(job));
  try {
    const first = await all.next();
    if (first.done) throw invalid("The file is empty");
    const header = headerFrom(first.value.cells);
    const importer = guarded(await rules.open({ ...opening, header }), header);
    return await work({ importer, rows: asMeant(all, header.names.length) });
  } catch (error) {
    throw error instanceof EndOfImport ? error.reason : error;
  } finally {
    await all.return(undefined);
  }
}

/** Spreadsheets add empty cells at the end, and exports escape what spreadsheets would run. */
async function* asMeant(rows: AsyncIterable<CsvRow>, columns: number): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const isLonger = row.cells.length > columns && row.cells.slice(columns).every((cell) => cell === "");
    const cells = isLonger ? row.cells.slice(0, columns) : row.cells;
    yield { ...row, cells: cells.map(unescapedCell) };
  }
}
