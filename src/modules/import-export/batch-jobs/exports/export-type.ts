import type { Entity } from "../../../../graph/entity.ts";
import type { Permission } from "../../../../kernel/permissions.ts";
import { onStorage, watchedContent } from "../../../../providers/files/storage-errors.ts";
import type { JobChanges, JobDeps, JobRun, JobType, JobWatch, RunningJob } from "../job-type.ts";
import { type CsvColumn, cellsOf, csvOf, headerOf } from "./csv.ts";
import { type ContextRules, type ExportRequest, exportContexts } from "./export-context.ts";
import { exportName } from "./export-name-store.ts";
import { type PageRequest, rowsInOrder } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

interface ExportRules<Row extends object, Line, Outline extends object> extends ContextRules {
  /** For example `product`; part of the names of the type and of its files. */
  noun: string;
  permission: Permission | readonly Permission[];
  /** Reads rows with all fields that the lines need. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Row[]>;
  lines: (row: Row) => Line[];
  columns: (exported: ExportRequest, context: Json, deps: JobDeps) => CsvColumn<Line>[];
  /** Scans all rows before the file is written. */
  scan?: ColumnScan<Outline>;
}

/** Collects facts about all rows in the context, for example how many columns they need. */
interface ColumnScan<Outline extends object> {
  /** Reads rows with only the fields that the scan needs. */
  read: (deps: JobDeps, request: PageRequest) => Promise<Outline[]>;
  initial: (deps: JobDeps) => Promise<Json>;
  withRow: (scanned: Json, row: Outline) => Json;
}

const ROWS_PER_PAGE = 200;
const SCANNED_ROWS_PER_PAGE = 500;
const KEYS_PER_PAGE = 5_000;

/** A type of job that writes rows into a CSV file. */
export function exportType<Row extends object, Line, Outline extends object = never>(
  rules: ExportRules<Row, Line, Outline>,
): JobType {
  const { noun, entity, scan } = rules;
  const contexts = exportContexts(rules);
  const walkOf = async (deps: JobDeps, job: RunningJob): Promise<ExportWalk> => {
    const { registry } = deps.graph;
    await registry.fields.refresh();
    return { deps, entity, exported: contexts.exported(registry, job.context) };
  };

  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const walk = await walkOf(deps, job);
    const { scanned = undefined, count } = scan
      ? await scanRows(walk, scan, watch)
      : { count: await countRows(walk, watch) };
    return { context: scanned, result: { stat_descriptors: [statOf(noun, count)] } };
  };

  const write: JobType["process"] = async (deps, job, run) => {
    const walk = await walkOf(deps, job);
    const { exported } = walk;
    // The data may have changed between a dry run and its confirmation.
    const scanned = scan && job.isDryRun ? (await scanRows(walk, scan, run)).scanned : {};
    const columns = rules.columns(exported, { ...job.context, ...scanned }, deps);
    const count = await countRows(walk, run);
    const pages = pagesOf(walk, ROWS_PER_PAGE, (request) => rules.read(deps, request));
    const { escapesFormulas } = exported;
    const file = new ExportFile({ columns, lines: rules.lines, count, escapesFormulas }, run);
    const name = await exportName(deps.db, `${noun}s`, `${noun}-export`);
    const result = await file.write(deps, { name, pages });
    return { context: scanned, result };
  };

  return {
    id: `${noun}-export`,
    permission: rules.permission,
    checkedContext: async ({ graph: { registry } }, context) => {
      await registry.fields.refresh();
      return contexts.checked(registry, context);
    },
    preProcess,
    process: write,
    cleanUp: removeFile,
  };
}

/** The rows of an export. */
interface ExportWalk {
  deps: JobDeps;
  entity: Entity;
  exported: ExportRequest;
}

const pagesOf = <Read extends object>(
  { entity, exported }: Omit<ExportWalk, "deps">,
  page: number,
  read: (request: PageRequest) => Promise<Read[]>,
) => rowsInOrder({ ...exported, entity, page, read });

/** The exact number of rows. Pages by the key, which is the fastest order. */
async function countRows({ deps, entity, exported }: ExportWalk, watch: JobWatch): Promise<number> {
  let count = 0;
  const keys = { entity, fields: [entity.key] };
  const byKey = { entity, exported: { ...exported, order: { field: entity.key, isDescending: false } } };
  for await (const rows of pagesOf(byKey, KEYS_PER_PAGE, (request) => deps.graph.rows(keys, request))) {
    count += rows.length;
    await watch.throwIfEnded();
  }
  return count;
}

async function scanRows<Outline extends object>(
  walk: ExportWalk,
  scan: ColumnScan<Outline>,
  watch: JobWatch,
): Promise<{ scanned: Json; count: number }> {
  let scanned = await scan.initial(walk.deps);
  let count = 0;
  const read = (request: PageRequest) => scan.read(walk.deps, request);
  for await (const rows of pagesOf(walk, SCANNED_ROWS_PER_PAGE, read)) {
    scanned = rows.reduce(scan.withRow, scanned);
    count += rows.length;
    await watch.throwIfEnded();
  }
  return { scanned, count };
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

/** The interval of progress updates, in milliseconds. */
const PROGRESS_INTERVAL = 500;

interface FilePlan<Row, Line> {
  columns: CsvColumn<Line>[];
  lines: (row: Row) => Line[];
  /** The expected number of rows. */
  count: number;
  escapesFormulas: boolean;
}

/** Writes an export file. Every run writes a new file from the beginning. */
class ExportFile<Row, Line> {
  private bytes = 0;
  private rows = 0;
  private reportedAt = 0;

  constructor(
    private readonly plan: FilePlan<Row, Line>,
    private readonly run: JobRun,
  ) {}

  async write(
    { providers }: JobDeps,
    { name, pages }: { name: string; pages: AsyncIterable<Row[]> },
  ): Promise<Json> {
    const { content, fault } = watchedContent(this.content(pages));
    try {
      const file = { name, type: "text/csv", isPrivate: true, isUniqueName: true, content };
      const { key } = await onStorage(() => providers.activeFiles.save(file));
      return { file_key: key, file_size: this.bytes, ...this.progress(this.rows) };
    } catch (error) {
      throw fault() ?? error;
    }
  }

  private async *content(pages: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
    const { columns, lines } = this.plan;
    yield this.encode([headerOf(columns)]);
    for await (const rows of pages) {
      const all = rows.flatMap(lines).map((line) => cellsOf(columns, line));
      this.rows += rows.length;
      if (all.length > 0) yield this.encode(all);
      await this.reportProgress();
    }
  }

  private encode(rows: unknown[][]): Buffer {
    const bytes = Buffer.from(csvOf(rows, this.plan.escapesFormulas));
    this.bytes += bytes.length;
    return bytes;
  }

  private async reportProgress(): Promise<void> {
    if (performance.now() - this.reportedAt < PROGRESS_INTERVAL) return;
    const changes: JobChanges = { result: { file_size: this.bytes, ...this.progress(this.plan.count) } };
    await this.run.inChunk(async () => changes);
    this.reportedAt = performance.now();
  }

  /** As in v1, a file without rows reports no progress. */
  private progress(expected: number): Json {
    if (this.rows === 0) return {};
    const count = Math.max(expected, this.rows);
    return { count, advancement_count: this.rows, progress: this.rows / count };
  }
}
