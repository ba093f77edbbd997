import type pg from "pg";

/**
 * Fills what v1 did not write, in batches after the schema was switched. A batch runs in a transaction together with the
 * record of its place, so that a killed command continues behind the last complete batch. v1 may write at the same time.
 */
export interface Backfill {
  /** Stable: progress is recorded under it. */
  name: string;
  /** For the progress bar: "search of products". */
  title: string;
  /** About how many rows there are. */
  total(client: pg.Client): Promise<number>;
  /** Handles rows behind `place`, the empty text at first. */
  batch(client: pg.Client, place: string): Promise<Batch>;
}

export interface Batch {
  /** Where the next batch begins; null after the last one. */
  place: string | null;
  rows: number;
}
