import type pg from "pg";
import { FIELD_INDEX } from "../db/custom-fields.ts";
import { differentTotal, shopTotals } from "../db/schema/shop-totals.ts";
import { QUEUE_SCHEMA } from "../jobs/queue.ts";
import { indexProgress, type Step } from "./adopt-database.ts";
import { AdoptProblem } from "./adopt-problem.ts";
import { beginAdoptWork } from "./adopt-work.ts";
import { adoptionState, builtIndexes, dropRecord, recordedUndo } from "./adoption-record.ts";
import { buildIndexes } from "./build-indexes.ts";
import { readCatalogue } from "./catalogue.ts";
import { withLockedTables } from "./locked-tables.ts";
import type { Undo } from "./plan.ts";
import { quoted } from "./sql.ts";
import { carryStockBack } from "./undo/carry-stock-back.ts";
import { type Loss, lossesOf } from "./undo/losses.ts";

export interface Undone {
  /** Tables that v1 did not have and that have rows now. */
  keptTables: string[];
  /** Variants that got the stock of locations, which v1 did not have. */
  stockedVariants: number;
}

export interface UndoWishes {
  report(step: Step): void;
  /** Called before anything is changed, if something is lost. A rejection leaves everything as it is. */
  accept(losses: readonly Loss[]): Promise<void>;
}

/** Makes the database one of v1 again, with everything that was sold meanwhile. Can be repeated when it was killed. */
export async function undoAdoption(client: pg.Client, { report, accept }: UndoWishes): Promise<Undone> {
  await beginAdoptWork(client);
  if (!(await adoptionState(client))) {
    throw new AdoptProblem("there is no adoption to undo: it was never begun, was undone, or was finished");
  }
  await refuseRunning(client);
  const undo = await recordedUndo(client);
  const losses = await lossesOf(client, undo);
  if (losses.length > 0) await accept(losses);
  const rebuilt = undo.flatMap(({ index }) => (index ? [index] : []));
  await buildIndexes(
    client,
    rebuilt.map((statement) => ({ statement, name: nameIn(statement) })),
    indexProgress("building indexes of v1", rebuilt.length, report),
  );
  const tables = (await readCatalogue(client)).tables.map(({ name }) => name);
  return withLockedTables(client, {
    tables,
    work: () => restoreSchema(client, undo),
    onWait: (holders) => report({ title: `waiting for the tables: ${holders}`, done: 0, total: 1 }),
  });
}

/** Behind the lock, which a starting process takes as well. */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'tradewind %'`,
  );
  if (rows.length === 0) return;
  throw new AdoptProblem(`Tradewind is running on this database (${rows.length} connections): stop it first`);
}

/** `CREATE INDEX "name" ON …` */
const nameIn = (statement: string) =>
  (/ INDEX "((?:[^"]|"")+)"/.exec(statement)?.[1] ?? "").replaceAll('""', '"');

async function restoreSchema(client: pg.Client, undo: readonly Undo[]): Promise<Undone> {
  const query = (text: string) => client.query(text);
  const totals = await shopTotals(query);
  const stockedVariants = await carryStockBack(client, undo);
  const keptTables = await tablesWithRows(
    client,
    undo.flatMap(({ emptyTable }) => (emptyTable ? [emptyTable] : [])),
  );
  // Views of plugins that read them are dropped, too; the tables of plugins stay.
  await query("drop schema if exists tradewind_v1 cascade");
  // With the functions, the triggers on tables of v1 are dropped.
  await query(`drop schema if exists ${QUEUE_SCHEMA} cascade; drop schema if exists tradewind cascade`);
  await dropIndexesOfFields(client);
  for (const name of await builtIndexes(client)) await query(`drop index if exists public.${quoted(name)}`);
  for (const { statement, emptyTable } of undo) {
    const isKept = emptyTable !== undefined && keptTables.includes(emptyTable);
    // A table that stays may use the type.
    const isUsed = keptTables.length > 0 && statement.startsWith("drop type");
    if (statement !== "" && !isKept && !isUsed) await query(statement);
  }
  await dropRecord(client);
  const different = differentTotal(totals, await shopTotals(query));
  if (different) throw new AdoptProblem(`${different} Nothing was changed.`);
  return { keptTables, stockedVariants };
}

/** On columns that the shop has added itself: those on ours are dropped with their columns. */
async function dropIndexesOfFields(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'i' and starts_with(relname, $1)`,
    [FIELD_INDEX],
  );
  for (const { name } of rows) await client.query(`drop index public.${quoted(name)}`);
}

async function tablesWithRows(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query(`select from public.${quoted(table)} limit 1`);
    if (rows.length > 0) kept.push(table);
  }
  return kept;
}
