import { invalid } from "../../../../kernel/refusal.ts";
import { unescapedCell } from "../../../../kernel/spreadsheet-cell.ts";
import type { JobDeps, JobType, JobWatch, RunningJob } from "../../batch-jobs/index.ts";
import { headerFrom } from "../csv/header.ts";
import { type CsvRow, readCsv } from "../csv/read-csv.ts";
import { checkSameFile, digestOf, fileKeyOf, removeInput } from "./import-file.ts";
import { noProgress, type Operations, withOutcomes } from "./import-outcome.ts";
import { finalResult, preparedResult, refusedResult } from "./import-result.ts";
import { ImportRun } from "./import-run.ts";
import { ImportAborted, type ImportContext, type Importer } from "./importer.ts";
import { refusingMalformedRows } from "./malformed-rows.ts";
import { chunksOf } from "./row-groups.ts";
import { analyzeTables } from "./statistics-store.ts";

type Json = Record<string, unknown>;

export interface ImportRules<Plan> {
  id: string;
  /** The names of the operations, in display order. */
  operations: readonly string[];
  /** The tables that grow with a large import. */
  tables: readonly string[];
  checkedContext(deps: JobDeps, context: Json): Promise<Json>;
  /** Refuses a file with wrong columns. */
  open(opening: ImportContext): Promise<Importer<Plan>>;
  stat(operations: Operations): { key: string; name: string; message: string };
}

/** Tables are analyzed after so many rows, and again each time the number of rows has grown by the factor. */
const FIRST_ANALYZE_AFTER = 1_000;
const ANALYZE_GROWTH_FACTOR = 8;

/** A job type that reads a CSV file and writes its rows in chunks. */
export function importType<Plan>(rules: ImportRules<Plan>): JobType {
  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const sha256 = await digestOf(deps, job);
    const scanned = await withFile(
      { rules, deps, job, isSimulation: job.isDryRun },
      async ({ importer, rows }) => {
        const operations = { ...noProgress(rules.operations).operations };
        let count = 0;
        for await (const row of rows) {
          count++;
          for (const name of importer.scan(row)) operations[name]!++;
          await watch.throwIfEnded();
        }
        return { count, operations, importer };
      },
    );
    const shown = (operations: Operations) =>
      preparedResult(rules.stat, operations, { count: scanned.count, sha256 });
    if (!job.isDryRun) return { result: shown(scanned.operations) };
    const progress = await simulate(deps, job, { importer: scanned.importer, watch });
    return { result: { ...shown(progress.operations), ...refusedResult(progress, { hadErrors: false }) } };
  };

  const simulate = async (
    deps: JobDeps,
    job: RunningJob,
    { importer, watch }: { importer: Importer<Plan>; watch: JobWatch },
  ) => {
    let progress = noProgress(rules.operations);
    await withFile({ rules, deps, job, isSimulation: true }, async ({ rows }) => {
      const grouping = { keyOf: importer.keyOf.bind(importer), skip: 0, onSkip: async () => {} };
      for await (const groups of chunksOf(rows, grouping)) {
        progress = withOutcomes(progress, await importer.plan(deps.db, groups));
        await watch.throwIfEnded();
      }
    });
    return progress;
  };

  const process: JobType["process"] = async (deps, job, run) => {
    await checkSameFile(deps, job);
    return withFile({ rules, deps, job, isSimulation: false }, async ({ importer, rows }) => {
      const work = new ImportRun(importer, { run, job, names: rules.operations });
      const grouping = {
        keyOf: importer.keyOf.bind(importer),
        skip: work.progress.done,
        onSkip: () => run.throwIfEnded(),
      };
      let analyzeAt = FIRST_ANALYZE_AFTER;
      for await (const groups of chunksOf(rows, grouping)) {
        await work.importGroups(groups);
        if (work.progress.done < analyzeAt) continue;
        await analyzeTables(deps.db, rules.tables);
        analyzeAt = work.progress.done * ANALYZE_GROWTH_FACTOR;
      }
      // If every row was refused, the file is probably wrong: do not delete the previous data.
      if (importer.finish && work.progress.refused < work.progress.done) {
        await run.inChunk(async (tx) => {
          await importer.finish!(tx);
          return {};
        });
      }
      return { result: finalResult(rules.stat, job.result, work.progress) };
    });
  };

  return { id: rules.id, checkedContext: rules.checkedContext, preProcess, process, removeInput };
}

interface OpenImport<Plan> {
  importer: Importer<Plan>;
  rows: AsyncIterable<CsvRow>;
}

interface ImportFileOptions<Plan> extends Omit<ImportContext, "header"> {
  rules: ImportRules<Plan>;
}

async function withFile<Plan, Result>(
  { rules, ...opening }: ImportFileOptions<Plan>,
  work: (opened: OpenImport<Plan>) => Promise<Result>,
): Promise<Result> {
  const { deps, job } = opening;
  const all = readCsv(deps.providers, fileKeyOf(job));
  try {
    const first = await all.next();
    if (first.done) throw invalid("The file is empty");
    const header = headerFrom(first.value.cells);
    const importer = refusingMalformedRows(await rules.open({ ...opening, header }), header);
    return await work({ importer, rows: cleanedRows(all, header.names.length) });
  } catch (error) {
    throw error instanceof ImportAborted ? error.reason : error;
  } finally {
    await all.return(undefined);
  }
}

/** Removes the empty cells that spreadsheets add at the end, and the escapes of formulas. */
async function* cleanedRows(rows: AsyncIterable<CsvRow>, columns: number): AsyncGenerator<CsvRow> {
  for await (const row of rows) {
    const isLonger = row.cells.length > columns && row.cells.slice(columns).every((cell) => cell === "");
    const cells = isLonger ? row.cells.slice(0, columns) : row.cells;
    yield { ...row, cells: cells.map(unescapedCell) };
  }
}
