import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { packageRoot } from "../package-root.ts";
import { type Catalogue, type Named, readCatalogue } from "./catalogue.ts";

export interface AddedIndex extends Named {
  table: string;
}

/** What a database of v1 is to become. It is in the package, so that no second database is needed. */
export interface Target {
  /** The tables of v1 as Tradewind names their parts: after the migrations 0001 and 0002, without indexes that a later one drops. */
  v1: Catalogue;
  /** The indexes that later migrations add to tables of v1. */
  addedIndexes: AddedIndex[];
}

/** The last migration that only makes what v1 has as well. */
export const LAST_OF_V1 = "0002_reference_rows";

export const targetFile = join(packageRoot, "migrations", "catalogue.json");

export const readTarget = async (): Promise<Target> =>
  JSON.parse(await readFile(targetFile, "utf8")) as Target;

const indexesOf = ({ tables }: Catalogue): AddedIndex[] =>
  tables.flatMap(({ name: table, indexes }) => indexes.map((index) => ({ table, ...index })));

/** From two databases: one with the migrations up to `LAST_OF_V1`, one with all of them. */
export async function makeTarget(v1: pg.Client, complete: pg.Client): Promise<Target> {
  const { tables, ...catalogue } = await readCatalogue(v1);
  const all = indexesOf(await readCatalogue(complete));
  const final = new Set(all.map(({ name }) => name));
  const kept = tables.map((table) => ({
    ...table,
    indexes: table.indexes.filter(({ name }) => final.has(name)),
  }));
  const known = new Set(kept.flatMap(({ indexes }) => indexes.map(({ name }) => name)));
  return {
    v1: { ...catalogue, tables: kept },
    addedIndexes: all.filter(({ name }) => !known.has(name)),
  };
}
