import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import { onStorage, storageProblem } from "../../../../providers/files/storage-errors.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { NotAvailableYet } from "../../batch-jobs/index.ts";
import { delimiterOf, endOfFirstLine } from "./columns.ts";

export interface CsvRow {
  /** Counted as in spreadsheets: the header is row 1. */
  number: number;
  cells: string[];
}

const MAX_HEADER_LENGTH = 256 * 1024;
/** Without a limit, an unclosed quote would read the rest of the file into memory. */
const MAX_ROW_LENGTH = 1024 * 1024;

/** Streams the rows of a file, the header first. Skips empty rows. */
export async function* readCsv(providers: ProviderRegistry, key: string): AsyncGenerator<CsvRow> {
  const stream = await openFile(providers, key);
  try {
    yield* rowsOf(stream);
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotAvailableYet) throw error;
    if (error instanceof CsvError) throw invalid(`The file cannot be read as CSV: ${error.message}`);
    throw storageProblem(error);
  } finally {
    stream.destroy();
  }
}

/** A missing file may still be uploading, so the error is retried. */
export async function openFile(providers: ProviderRegistry, key: string): Promise<Readable> {
  try {
    const content = await onStorage(() => providers.activeFiles.read(key));
    return content instanceof Readable ? content : Readable.from(content, { objectMode: false });
  } catch (error) {
    if (error instanceof Refusal && error.type === "not_found") {
      throw new NotAvailableYet(`There is no file with the key ${key}`);
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
    max_record_size: MAX_ROW_LENGTH,
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
    if (text.length > MAX_HEADER_LENGTH) throw invalid("The first line of the file is too long for a header");
  }
}

async function* withRest(read: Buffer[], pieces: AsyncIterator<Buffer | string>): AsyncGenerator<Buffer> {
  yield* read;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield bytesOf(next.value);
}

/** Avoids a copy: it would double the garbage of a large file. */
const bytesOf = (piece: Buffer | string): Buffer => (typeof piece === "string" ? Buffer.from(piece) : piece);
