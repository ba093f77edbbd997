import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { onStorage, storageProblem } from "../../../../providers/files/storage-problem.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { NotYet } from "../../batch-jobs/index.ts";
import { delimiterOf, endOfFirstLine } from "./delimiter.ts";

/** A line of a file. */
export interface CsvRow {
  /** As spreadsheets count: the names of the columns are row 1. */
  number: number;
  cells: string[];
}

const LONGEST_HEADER = 256 * 1024;
/** A quote that never ends would otherwise take the rest of the file, and the memory. */
const LONGEST_ROW = 1024 * 1024;

/** The rows of a file, piece by piece, the header first. Rows without any content are left out. */
export async function* readCsv(providers: ProviderRegistry, key: string): AsyncGenerator<CsvRow> {
  const stream = await openedFile(providers, key);
  try {
    yield* rowsOf(stream);
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotYet) throw error;
    if (error instanceof CsvError) throw invalid(`The file cannot be read as CSV: ${error.message}`);
    throw storageProblem(error);
  } finally {
    stream.destroy();
  }
}

/** A file that is still on its way is waited for. */
export async function openedFile(providers: ProviderRegistry, key: string): Promise<Readable> {
  try {
    return await onStorage(() => providers.activeFiles.read(key));
  } catch (error) {
    if (error instanceof Refusal && error.type === "not_found") {
      throw new NotYet(`There is no file with the key ${key}`);
    }
    throw error;
  }
}

async function* rowsOf(stream: Readable): AsyncGenerator<CsvRow> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const head = await firstLine(pieces);
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head.line),
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
  });
  const source = Readable.from(withRest(head.read, pieces), { objectMode: false });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++;
      if (cells.some((cell) => cell !== "")) yield { number, cells };
    }
  } finally {
    source.destroy();
  }
}

interface Head {
  line: string;
  read: Buffer[];
}

async function firstLine(pieces: AsyncIterator<Buffer | string>): Promise<Head> {
  const read: Buffer[] = [];
  for (;;) {
    const { value, done } = await pieces.next();
    if (!done) read.push(bytesOf(value));
    const text = Buffer.concat(read).toString();
    const end = endOfFirstLine(text);
    if (end >= 0 || done) return { line: end < 0 ? text : text.slice(0, end), read };
    if (text.length > LONGEST_HEADER) throw invalid("The first line of the file is too long for a header");
  }
}

async function* withRest(read: Buffer[], pieces: AsyncIterator<Buffer | string>): AsyncGenerator<Buffer> {
  yield* read;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield bytesOf(next.value);
}

/** Not copied: a large file would leave as much behind again. */
const bytesOf = (piece: Buffer | string): Buffer => (typeof piece === "string" ? Buffer.from(piece) : piece);
