import { Readable } from "node:stream";
import type { ListRequest, Row } from "../../../graph/graph.ts";
import { onStorage } from "../../../providers/files/storage-problem.ts";
import type { JobChanges, JobDeps, JobRun, JobType, JobWatch, RunningJob } from "../job-type.ts";
import { type CsvColumn, cellsOf, csvOf, headerOf } from "./csv.ts";
import { type ContextRules, type Exported, exportContexts } from "./export-context.ts";
import { rowsInOrder } from "./rows-in-order.ts";

type Json = Record<string, unknown>;

export interface ExportRules<Line> extends ContextRules {
  /** `product`: also the name of the type and of its files. */
  noun: string;
  /** Rows with all that the lines need, or only with what `look` needs. */
  read: (deps: JobDeps, request: ListRequest) => Promise<Row[]>;
  lines: (row: Row) => Line[];
  columns: (exported: Exported, context: Json) => CsvColumn<Line>[];
  /** Looks through all rows before the file is begun. */
  look?: Look;
}

/** What has to be known of all rows, kept in the context, e.g. how many columns they need. */
export interface Look {
  read: (deps: JobDeps, request: ListRequest) => Promise<Row[]>;
  /** What is known before any row was seen. */
  begin: () => Json;
  /** What is known after a row was seen, too. */
  seen: (known: Json, row: Row) => Json;
}

const ROWS_AT_ONCE = 100;
const KEYS_AT_ONCE = 5_000;
/** While the file is written, so often it is said how far it got. */
const NOTE_EVERY = 500;

/** A type of job that writes rows into a CSV file. */
export function exportType<Line>(rules: ExportRules<Line>): JobType {
  const { noun, entity } = rules;
  const contexts = exportContexts(rules);
  const walk = (exported: Exported, page: number, read: (request: ListRequest) => Promise<Row[]>) =>
    rowsInOrder({ ...exported, entity, page, read });

  /** The number of rows, without an estimate, whatever it costs. */
  const counted = async (deps: JobDeps, exported: Exported, watch: JobWatch) => {
    let count = 0;
    const keys = { entity, fields: [entity.key] };
    for await (const rows of walk(exported, KEYS_AT_ONCE, (request) => deps.graph.rows(keys, request))) {
      count += rows.length;
      await watch.goOn();
    }
    return count;
  };

  const looked = async (look: Look, deps: JobDeps, exported: Exported, watch: JobWatch) => {
    let known = look.begin();
    let count = 0;
    for await (const rows of walk(exported, ROWS_AT_ONCE, (request) => look.read(deps, request))) {
      known = rows.reduce(look.seen, known);
      count += rows.length;
      await watch.goOn();
    }
    return { known, count };
  };

  const preProcess: JobType["preProcess"] = async (deps, job, watch) => {
    const exported = contexts.exported(job.context);
    const { known = undefined, count } = rules.look
      ? await looked(rules.look, deps, exported, watch)
      : { count: await counted(deps, exported, watch) };
    return { context: known, result: { stat_descriptors: [statOf(noun, count)] } };
  };

  const process: JobType["process"] = async (deps, job, run) => {
    const exported = contexts.exported(job.context);
    // Between a dry run and its confirmation the shop may have changed.
    const known = rules.look && job.isDryRun ? (await looked(rules.look, deps, exported, run)).known : {};
    const columns = rules.columns(exported, { ...job.context, ...known });
    const count = await counted(deps, exported, run);
    const pages = walk(exported, ROWS_AT_ONCE, (request) => rules.read(deps, request));
    const file = new ExportFile({ columns, lines: rules.lines, count, exported }, run);
    const result = await file.write(deps, { name: fileName(noun), pages });
    return { context: known, result };
  };

  return {
    id: `${noun}-export`,
    checkedContext: async ({ graph }, context) => contexts.checked(graph.registry, context),
    preProcess,
    process,
    cleanUp: removeFile,
  };
}

const statOf = (noun: string, count: number) => ({
  key: `${noun}-export-count`,
  name: `${noun[0]!.toUpperCase()}${noun.slice(1)} count to export`,
  message: `There will be ${count} ${noun}s exported by this action`,
});

const fileName = (noun: string) => `exports/${noun}s/${noun}-export-${Date.now()}.csv`;

async function removeFile({ providers }: JobDeps, { result }: RunningJob): Promise<void> {
  const key = result["file_key"];
  if (typeof key === "string") await onStorage(() => providers.activeFiles.delete(key));
}

interface FilePlan<Line> {
  columns: CsvColumn<Line>[];
  lines: (row: Row) => Line[];
  count: number;
  exported: Exported;
}

/** A file on its way: every run writes one of its own, from the beginning. */
class ExportFile<Line> {
  private bytes = 0;
  private rows = 0;
  private notedAt = 0;
  /** Why the content ended too early, however the storage has wrapped that. */
  private fault: unknown;

  constructor(
    private readonly plan: FilePlan<Line>,
    private readonly run: JobRun,
  ) {}

  async write(
    { providers }: JobDeps,
    { name, pages }: { name: string; pages: AsyncIterable<Row[]> },
  ): Promise<Json> {
    const content = Readable.from(this.content(pages), { objectMode: false });
    try {
      const file = { name, type: "text/csv", isPrivate: true, content };
      const { key } = await onStorage(() => providers.activeFiles.save(file));
      return { file_key: key, file_size: this.bytes, ...this.progress(this.rows) };
    } catch (error) {
      throw this.fault ?? error;
    }
  }

  private async *content(pages: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
    const { columns, lines } = this.plan;
    try {
      yield this.written([headerOf(columns)]);
      for await (const rows of pages) {
        const all = rows.flatMap(lines).map((line) => cellsOf(columns, line));
        this.rows += rows.length;
        if (all.length > 0) yield this.written(all);
        await this.note();
      }
    } catch (error) {
      this.fault = error;
      throw error;
    }
  }

  private written(rows: unknown[][]): Buffer {
    const bytes = Buffer.from(csvOf(rows, this.plan.exported.escapesFormulas));
    this.bytes += bytes.length;
    return bytes;
  }

  private async note(): Promise<void> {
    if (Date.now() - this.notedAt < NOTE_EVERY) return;
    const changes: JobChanges = { result: { file_size: this.bytes, ...this.progress(this.plan.count) } };
    await this.run.inChunk(async () => changes);
    this.notedAt = Date.now();
  }

  /** As in v1, a file without rows has none. */
  private progress(expected: number): Json {
    if (this.rows === 0) return {};
    const count = Math.max(expected, this.rows);
    return { count, advancement_count: this.rows, progress: this.rows / count };
  }
}
