import { onStorage } from "../../../../providers/files/storage-problem.ts";
import type { JobDeps, JobType, JobWatch, RunningJob } from "../job-type.ts";
import type { CsvColumn } from "./csv.ts";
import { type ContextRules, type ExportRequest, exportContexts } from "./export-context.ts";
import { ExportFile } from "./export-file.ts";
import { exportName } from "./export-name-store.ts";
import { type PageRequest, rowsInOrder } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

export interface ExportRules<Row extends object, Line, Outline extends object> extends ContextRules {
  /** For example `product`; part of the names of the type and of its files. */
  noun: string;
  /** Reads rows with all fields that the lines need. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Row[]>;
  lines: (row: Row) => Line[];
  columns: (exported: ExportRequest, context: Json) => CsvColumn<Line>[];
  /** Scans all rows before the file is written. */
  scan?: ColumnScan<Outline>;
}

/** Collects facts about all rows in the context, for example how many columns they need. */
export interface ColumnScan<Outline extends object> {
  /** Reads rows with only the fields that the scan needs. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Outline[]>;
  initial: () => Json;
  withRow: (scanned: Json, row: Outline) => Json;
}

const ROWS_PER_PAGE = 200;
const SCANNED_ROWS_PER_PAGE = 500;
const KEYS_PER_PAGE = 5_000;

/** A type of job that writes rows into a CSV file. */
export function exportType<Row extends object, Line, Outline extends object = never>(
  rules: ExportRules<Row, Line, Outline>,
): JobType {
  const { noun, entity } = rules;
  const contexts = exportContexts(rules);
  const walk = <Read extends object>(
    exported: ExportRequest,
    page: number,
    read: (request: PageRequest) => Promise<Read[]>,
  ) => rowsInOrder({ ...exported, entity, page, read });

  /** The exact number of rows. Pages by the key, which is the fastest order. */
  const countRows = async (deps: JobDeps, exported: ExportRequest, watch: JobWatch) => {
    let count = 0;
    const keys = { entity, fields: [entity.key] };
    const byKey = { ...exported, order: { field: entity.key, isDescending: false } };
    for await (const rows of walk(byKey, KEYS_PER_PAGE, (request) => deps.graph.rows(keys, request))) {
      count += rows.length;
      await watch.throwIfEnded();
    }
    return count;
  };

  const scanRows = async (
    scan: ColumnScan<Outline>,
    deps: JobDeps,
    exported: ExportRequest,
    watch: JobWatch,
  ) => {
    let scanned = scan.initial();
    let count = 0;
    for await (const rows of walk(exported, SCANNED_ROWS_PER_PAGE, (request) => scan.read(deps, request))) {
      scanned = rows.reduce(scan.withRow, scanned);
      count += rows.length;
      await watch.throwIfEnded();
    }
    return { known: scanned, count };
  };

  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const exported = contexts.exported(job.context);
    const { known: scanned = undefined, count } = rules.scan
      ? await scanRows(rules.scan, deps, exported, watch)
      : { count: await countRows(deps, exported, watch) };
    return { context: scanned, result: { stat_descriptors: [statOf(noun, count)] } };
  };

  const write: JobType["process"] = async (deps, job, run) => {
    const exported = contexts.exported(job.context);
    // The data may have changed between a dry run and its confirmation.
    const scanned = rules.scan && job.isDryRun ? (await scanRows(rules.scan, deps, exported, run)).known : {};
    const columns = rules.columns(exported, { ...job.context, ...scanned });
    const count = await countRows(deps, exported, run);
    const pages = walk(exported, ROWS_PER_PAGE, (request) => rules.read(deps, request));
    const { escapesFormulas } = exported;
    const file = new ExportFile({ columns, lines: rules.lines, count, escapesFormulas }, run);
    const name = await exportName(deps.db, `${noun}s`, `${noun}-export`);
    const result = await file.write(deps, { name, pages });
    return { context: scanned, result };
  };

  return {
    id: `${noun}-export`,
    checkedContext: async ({ graph }, context) => contexts.checked(graph.registry, context),
    preProcess,
    process: write,
    cleanUp: removeFile,
  };
}

const statOf = (noun: string, count: number) => ({
  key: `${noun}-export-count`,
  name: `${noun[0]!.toUpperCase()}${noun.slice(1)} count to export`,
  message: `There will be ${count} ${noun}s exported by this action`,
});

async function removeFile({ providers }: JobDeps, { result }: RunningJob): Promise<void> {
  const key = result.file_key;
  if (typeof key === "string") await onStorage(() => providers.activeFiles.delete(key));
}
