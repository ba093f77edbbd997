import type pg from "pg";
import type { Catalogue } from "./catalogue.ts";
import { missingIndexes } from "./plan.ts";
import type { AddedIndex, Target } from "./target-catalogue.ts";

/** What adopting is expected to take. Rough: disks and processors differ. */
export interface Estimate {
  /** Building indexes, while v1 goes on. */
  indexSeconds: number;
  /** All tables of v1 are locked for this long, once. */
  lockSeconds: number;
  /** Filling in what v1 did not write, in batches, while v1 goes on. */
  backfillSeconds: number;
  /** How much the database grows. */
  diskBytes: number;
  indexes: number;
  rows: number;
  databaseBytes: number;
}

/** Measured with half a million orders, on two cores that had other work as well: rather too slow than too fast. */
export const rates = {
  /** An index that is built concurrently reads its table twice. */
  scannedBytesPerSecond: 100 * 1024 * 1024,
  indexedRowsPerSecond: 200_000,
  /** A statement of the catalogue, such as a renamed constraint. */
  secondsPerChange: 0.002,
  changes: 700,
  /** Orders, lines and payments are counted and summed before and after, under the lock. */
  summedRowsPerSecond: 2_000_000,
  backfilledRowsPerSecond: 2_500,
  indexBytesPerRow: 40,
  /** Search, timelines and notes of stock. */
  backfillBytesPerRow: 400,
};

export interface TableSize {
  name: string;
  rows: number;
  bytes: number;
}

// A table that was never analysed has no number of rows; then a row is taken to have 120 bytes.
const SIZES = `select relname as name, pg_table_size(oid)::float8 as bytes,
    case when reltuples < 0 then pg_relation_size(oid) / 120 else reltuples end::float8 as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

const DATABASE = "select pg_database_size(current_database())::float8 as bytes";

/** Reads only what PostgreSQL knows without looking at rows; `analyze` makes it better. */
export async function readEstimate(client: pg.Client, found: Catalogue, target: Target): Promise<Estimate> {
  const sizes = (await client.query<TableSize>(SIZES)).rows;
  const { bytes } = (await client.query<{ bytes: number }>(DATABASE)).rows[0]!;
  return { ...estimateOf(sizes, missingIndexes(found, target)), databaseBytes: bytes };
}

const SUMMED = ["order", "product", "line_item", "payment", "refund", "gift_card", "gift_card_transaction"];
const BACKFILLED = ["order", "product", "product_images", "fulfillment", "payment", "refund", "return"];

export function estimateOf(
  sizes: readonly TableSize[],
  indexes: readonly Pick<AddedIndex, "table">[],
): Omit<Estimate, "databaseBytes"> {
  const tables = new Map(sizes.map((size) => [size.name, size]));
  const rowsOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (tables.get(name)?.rows ?? 0), 0);
  const ofTables = indexes.flatMap(({ table }) => tables.get(table) ?? []);
  const indexedRows = ofTables.reduce((sum, { rows }) => sum + rows, 0);
  const scannedBytes = ofTables.reduce((sum, { bytes }) => sum + 2 * bytes, 0);
  const backfilled = rowsOf(BACKFILLED);
  return {
    indexSeconds: scannedBytes / rates.scannedBytesPerSecond + indexedRows / rates.indexedRowsPerSecond,
    lockSeconds: rates.changes * rates.secondsPerChange + (2 * rowsOf(SUMMED)) / rates.summedRowsPerSecond,
    backfillSeconds: backfilled / rates.backfilledRowsPerSecond,
    diskBytes: indexedRows * rates.indexBytesPerRow + backfilled * rates.backfillBytesPerRow,
    indexes: indexes.length,
    rows: sizes.reduce((sum, { rows }) => sum + rows, 0),
  };
}
