import type { Tx } from "../../../../db/database.ts";
import type { Permission } from "../../../../kernel/permissions.ts";
import { invalid, type Refusal } from "../../../../kernel/refusal.ts";
import { unescapedCell } from "../../../../kernel/spreadsheet-cell.ts";
import type { JobDeps, JobRun, JobType, JobWatch, RunningJob } from "../../batch-jobs/index.ts";
import { checkCells } from "../csv/cells.ts";
import { type Header, headerFrom } from "../csv/columns.ts";
import { type CsvRow, readCsv } from "../csv/read-csv.ts";
import { checkSameFile, digestOf, fileKeyOf, removeInput } from "./import-file.ts";
import { finalResult, preparedResult, refusedResult } from "./import-result.ts";
import { ImportRun } from "./import-run.ts";
import {
  ImportAborted,
  type ImportContext,
  type Importer,
  type ImportProgress,
  noProgress,
  type Operations,
  refusedGroup,
  withOutcomes,
} from "./importer.ts";
import { chunksOf, type RowGroup } from "./row-groups.ts";
import { analyzeTables } from "./statistics-store.ts";

type Json = Record<string, unknown>;

interface ImportRules<Plan> {
  id: string;
  permission: Permission;
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
export const importType = <Plan>(rules: ImportRules<Plan>): JobType => ({
  id: rules.id,
  permission: rules.permission,
  checkedContext: rules.checkedContext,
  preProcess: (deps, job, watch) => prepareImport(rules, { deps, job }, watch),
  process: (deps, job, run) => processImport(rules, { deps, job }, run),
  removeInput,
});

interface ImportJob {
  deps: JobDeps;
  job: RunningJob;
}

async function prepareImport<Plan>(rules: ImportRules<Plan>, { deps, job }: ImportJob, watch: JobWatch) {
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
  const resultOf = (operations: Operations) =>
    preparedResult(rules.stat, operations, { count: scanned.count, sha256 });
  if (!job.isDryRun) return { result: resultOf(scanned.operations) };
  const progress = await simulateImport(rules, { deps, job, importer: scanned.importer }, watch);
  return { result: { ...resultOf(progress.operations), ...refusedResult(progress, { hadErrors: false }) } };
}

/** Plans all rows with the importer that has scanned them, and writes nothing. */
async function simulateImport<Plan>(
  rules: ImportRules<Plan>,
  { deps, job, importer }: ImportJob & { importer: Importer<Plan> },
  watch: JobWatch,
): Promise<ImportProgress> {
  let progress = noProgress(rules.operations);
  await withFile({ rules, deps, job, isSimulation: true }, async ({ rows }) => {
    const grouping = { keyOf: importer.keyOf.bind(importer), skip: 0, onSkip: async () => {} };
    for await (const groups of chunksOf(rows, grouping)) {
      progress = withOutcomes(progress, await importer.plan(deps.db, groups));
      await watch.throwIfEnded();
    }
  });
  return progress;
}

async function processImport<Plan>(rules: ImportRules<Plan>, { deps, job }: ImportJob, run: JobRun) {
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

const MALFORMED = "\0row ";

/** Refuses malformed rows one by one, before the importer reads their cells. */
function refusingMalformedRows<Plan>(importer: Importer<Plan>, { names }: Header): Importer<Plan> {
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
    scan: (row) => (problemOf(row) ? [] : importer.scan(row)),
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
