import type { CsvRow } from "../csv/read-csv.ts";

/** Consecutive rows with the same key. */
export interface RowGroup {
  key: string;
  rows: CsvRow[];
  /** The previous group had the same key and reached the size limit. */
  isContinued: boolean;
}

const ROWS_IN_CHUNK = 200;
const ROWS_IN_GROUP = 1_000;
/** In characters: rows may be very long, and a chunk is in memory several times. */
const MAX_CHUNK_LENGTH = 8 * 1024 * 1024;

const lengthOf = ({ cells }: CsvRow): number => cells.reduce((sum, cell) => sum + cell.length, 0);

interface Grouping {
  keyOf: (row: CsvRow) => string;
  /** The number of rows that are already processed. */
  skip: number;
  /** Called for each skipped row. */
  onSkip: () => Promise<void>;
}

/** Forms chunks of groups. A chunk never ends within a group, unless the group reaches a size limit. */
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
    const isFull = length >= MAX_CHUNK_LENGTH;
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
