import { withErrorCode } from "../db/connections/pg-protocol-adapter.ts";
import { poolingOf } from "../db/connections/pooler.ts";
import { migrate, pendingMigrations } from "../db/migrations/migrate.ts";
import { differentTotal, type ShopTotals, shopTotals } from "../db/schema/shop-totals.ts";
import { installQueue } from "../jobs/install-queue.ts";
import { connected, MoveProblem, rowsOf, type Sides } from "./connection.ts";
import { releaseConstraints, restoreConstraints } from "./constraints.ts";
import { copyTable, type Digest, digestOf, isSame } from "./copy-table.ts";
import { copySequences } from "./sequences.ts";
import { objectsLeftBehind, type Table, tablesToCopy } from "./tables.ts";
import { isComplete, mark, unmark } from "./target.ts";

interface Move {
  /** The embedded database. Nothing may write to it meanwhile. */
  sourceUrl: string;
  targetUrl: string;
  /** The target in messages, without credentials. */
  place: string;
  /** Whether an earlier run has verified the target. It may have been killed just before its end. */
  isRepeated: boolean;
  /** Called with a line about each step. */
  report(line: string): void;
  /** Called when everything was verified, before the new database can be used. */
  onVerified(): void;
}

export interface Moved extends Pick<ShopTotals, "orders" | "products"> {
  tables: number;
  sequences: number;
  /** Indexes, views, triggers and functions that Tradewind did not create. */
  leftBehind: string[];
}

/**
 * Copies a shop to another server and compares both. A run that was killed is continued by the next one: each step finds
 * out by itself what is left to do (docs/adr/0031-moving-a-shop.md). Null if there is nothing left.
 */
export async function moveShop(move: Move): Promise<Moved | null> {
  const source = await connected(move.sourceUrl);
  try {
    const target = await connected(move.targetUrl).catch((error) => {
      throw new MoveProblem(`${move.place} cannot be used: ${reasonOf(error)}`);
    });
    try {
      return await moved({ source, target }, move);
    } catch (error) {
      throw isOfDatabase(error) ? interrupted(error as Error) : error;
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

const reasonOf = ({ message, code }: NodeJS.ErrnoException) => message || code || "no answer";

const isOfDatabase = (error: unknown) => (withErrorCode(error) as { code?: string }).code !== undefined;

const interrupted = (error: Error) =>
  new MoveProblem(
    `The move was interrupted: ${reasonOf(error)}\nWhen this is mended, repeat the command: it continues.`,
    {
      cause: error,
    },
  );

async function moved(sides: Sides, move: Move): Promise<Moved | null> {
  const { source, target } = sides;
  await source.query("begin isolation level repeatable read, read only");
  await refuseOldSchema(sides);
  const shop = await systemOf(sides);
  if ((await poolingOf(move.targetUrl)).isShared) {
    throw new MoveProblem("this address leads to a pooler; use the address of the server itself");
  }
  if (await isComplete(target, { shop, isRepeated: move.isRepeated })) return null;
  await mark(target, shop);
  move.report("Creating the tables");
  await migrate({ connectionString: move.targetUrl });
  await installQueue({ connectionString: move.targetUrl });
  const tables = await tablesToCopy(sides);
  await copyTables(sides, tables, move.report);
  move.report("Setting sequences, foreign keys and triggers");
  const sequences = await copySequences(sides);
  await restoreConstraints(sides, tables);
  for (const { name } of tables) await target.query(`analyze ${name}`);
  move.report("Comparing sums of money");
  const totals = await compareTotals(sides);
  const leftBehind = await objectsLeftBehind(sides);
  move.onVerified();
  await unmark(target);
  return { orders: totals.orders, products: totals.products, tables: tables.length, sequences, leftBehind };
}

async function copyTables(sides: Sides, tables: readonly Table[], report: Move["report"]): Promise<void> {
  report(`Comparing ${tables.length} tables`);
  const different = await differentTables(sides, tables);
  if (different.length > 0) await releaseConstraints(sides, tables);
  for (const each of different) await copyAndCompare(sides, each, report);
}

async function refuseOldSchema({ source }: Sides): Promise<void> {
  const pending = await pendingMigrations((text) => source.query(text));
  if (pending.length === 0) return;
  throw new MoveProblem("the schema of the shop is older than this version: run tradewind migrate first");
}

async function compareTotals({ source, target }: Sides): Promise<ShopTotals> {
  const before = await shopTotals((text) => source.query(text));
  const different = differentTotal(before, await shopTotals((text) => target.query(text)));
  if (different) throw new MoveProblem(different);
  return before;
}

/** Identifies the shop, also when its folder was renamed. */
async function systemOf({ source }: Sides): Promise<string> {
  const text = "select system_identifier::text as system from pg_control_system()";
  return (await rowsOf<{ system: string }>(source, text))[0]!.system;
}

interface DifferentTable {
  table: Table;
  digest: Digest;
}

async function differentTables(
  { source, target }: Sides,
  tables: readonly Table[],
): Promise<DifferentTable[]> {
  const different: DifferentTable[] = [];
  for (const table of tables) {
    const digest = await digestOf(source, table, table.rows);
    if (!isSame(digest, await digestOf(target, table, table.name))) different.push({ table, digest });
  }
  return different;
}

const REPORTED_BYTES = 64 * 1024 * 1024;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

async function copyAndCompare(
  sides: Sides,
  { table, digest }: DifferentTable,
  report: Move["report"],
): Promise<void> {
  let bytes = 0;
  let reported = 0;
  await copyTable(sides, table, (more) => {
    bytes += more;
    if (bytes - reported < REPORTED_BYTES) return;
    reported = bytes;
    report(`${table.name}: ${megabytes(bytes)} so far`);
  });
  const copied = await digestOf(sides.target, table, table.name);
  if (!isSame(digest, copied)) {
    throw new MoveProblem(
      `The table ${table.name} differs after it was copied (${digest.rows} rows before, ${copied.rows} after). ` +
        "Does another program use the new database?",
    );
  }
  report(`${table.name}: ${digest.rows} rows, ${megabytes(bytes)}`);
}
