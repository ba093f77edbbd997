import type { CsvRow } from "../csv/read-csv.ts";

/** Rows that follow each other and are about the same thing. */
export interface RowGroup {
  key: string;
  rows: CsvRow[];
  /** The rows before it were about the same thing, too, but more than are dealt with at once. */
  isContinued: boolean;
}

const ROWS_IN_CHUNK = 200;
const ROWS_IN_GROUP = 1_000;
/** Characters: rows may be enormous, and a chunk has to fit into memory several times. */
const LONGEST_CHUNK = 8 * 1024 * 1024;

const lengthOf = ({ cells }: CsvRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

interface Grouping {
  keyOf: (row: CsvRow) => string;
  /** Rows at the beginning that are done already. */
  skip: number;
  /** Called for each row that is skipped. */
  onSkip: () => Promise<void>;
}

/** Groups in chunks of a moderate size. A chunk never ends within a group, unless the group is very long or large. */
export async function* chunksOf(
  rows: AsyncIterable<CsvRow>,
  { keyOf, skip, onSkip }: Grouping,
): AsyncGenerator<RowGroup[]> {
  let chunk: RowGroup[] = [];
  let size = 0;
  let length = 0;
  let skipped = 0;
  let lastKey: string | undefined;
  for await (const row of rows) {
    const key = keyOf(row);
    const follows = key === lastKey;
    lastKey = key;
    if (skipped < skip) {
      skipped++;
      await onSkip();
      continue;
    }
    const current = chunk.at(-1);
    const isFull = length >= LONGEST_CHUNK;
    if (follows && current && current.rows.length < ROWS_IN_GROUP && !isFull) {
      current.rows.push(row);
    } else {
      if (size >= ROWS_IN_CHUNK || isFull) {
        yield chunk;
        chunk = [];
        size = 0;
        length = 0;
      }
      chunk.push({ key, rows: [row], isContinued: follows });
    }
    size++;
    length += lengthOf(row);
  }
  if (chunk.length > 0) yield chunk;
}
