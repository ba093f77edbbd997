import { watchedContent } from "../../../../providers/files/content-fault.ts";
import { onStorage } from "../../../../providers/files/storage-problem.ts";
import type { JobChanges, JobDeps, JobRun } from "../job-type.ts";
import { type CsvColumn, cellsOf, csvOf, headerOf } from "./csv.ts";

type Json = Record<string, unknown>;

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
export class ExportFile<Row, Line> {
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
      const file = { name, type: "text/csv", isPrivate: true, isOnly: true, content };
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
