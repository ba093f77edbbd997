import { join } from "node:path";
import pg from "pg";
import { packageRoot } from "../../package-root.ts";
import { contentOf, contentProblem } from "../schema/database-content.ts";
import { type RunSql, readInCatalogue, usePublicSchema, withSearchSchema } from "../schema/search-path.ts";
import {
  type AppliedMigration,
  type MigrationFile,
  MigrationProblem,
  readMigrations,
} from "./migration-files.ts";
import { lockMigrations } from "./migration-lock.ts";

export interface MigrationStatus {
  id: string;
  /** Null while it waits to be applied. */
  appliedAt: Date | null;
}

export const defaultFolder = join(packageRoot, "migrations");

/**
 * Brings the database up to date and returns the ids of the migrations that it applied. Any number of processes may call it
 * at once: one works, the others wait and find nothing left to do. The lock belongs to the session, so the
 * connection must not go through a pooler in transaction mode.
 */
export async function migrate(connection: pg.PoolConfig, folder = defaultFolder): Promise<string[]> {
  const files = await readMigrations(folder);
  return withClient(connection, async (client) => {
    await lockMigrations(client);
    await readInCatalogue(client, refuseV1);
    await createMigrationTable(client);
    const applied = await listApplied((text) => client.query(text));
    refuseOtherHistory(files, applied);

    const pending = without(files, applied);
    for (const file of pending) await apply(client, file);
    await followAddedColumns(client);
    return pending.map((file) => file.id);
  });
}

/** A shop may have added columns to variants: see migrations/0019_variant_columns.sql. */
async function followAddedColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select attribute.attname from pg_trigger followed
    join pg_attribute attribute on attribute.attrelid = followed.tgrelid
    where followed.tgrelid = to_regclass('public.product_variant') and followed.tgname = 'record_catalogue_change'
      and to_regproc('tradewind.follow_variant_columns') is not null
      and attribute.attnum > 0 and not attribute.attisdropped
      and attribute.attname not in ('inventory_quantity', 'updated_at')
      and not attribute.attnum = any(followed.tgattr::int2[])`);
  if (rows.length > 0) await client.query("select tradewind.follow_variant_columns()");
}

/** Behind the lock: `tradewind adopt --undo` may have ended since the database was checked. */
async function refuseV1(query: RunSql): Promise<void> {
  const content = await contentOf(query);
  const isOfV1 = ["v1", "v1 elsewhere", "shop and v1", "unfinished adoption"].includes(content.kind);
  if (isOfV1) throw new MigrationProblem(contentProblem(content)!);
}

/** Every migration of the folder or the database in order. Changes nothing. */
export async function migrationStatus(
  connection: pg.PoolConfig,
  folder = defaultFolder,
): Promise<MigrationStatus[]> {
  const files = await readMigrations(folder);
  const applied = await withClient(connection, (client) => listApplied((text) => client.query(text)));
  const done = applied.map(({ id, applied_at }) => ({ id, appliedAt: applied_at }));
  const waiting = without(files, applied).map(({ id }) => ({ id, appliedAt: null }));
  return [...done, ...waiting].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * The ids of pending migrations. A database that is ahead of the code has nothing pending: during a rolling
 * update the old processes stay ready.
 */
export async function pendingMigrations(query: RunSql, folder = defaultFolder): Promise<string[]> {
  const [files, applied] = await Promise.all([readMigrations(folder), listApplied(query)]);
  return without(files, applied).map((file) => file.id);
}

/** The ids of migrations that this version does not have, because a newer one has applied them. */
export async function newerMigrations(query: RunSql, folder = defaultFolder): Promise<string[]> {
  const [files, applied] = await Promise.all([readMigrations(folder), listApplied(query)]);
  const last = files.at(-1)?.id ?? "";
  return applied.map(({ id }) => id).filter((id) => id > last);
}

const without = (files: MigrationFile[], applied: AppliedMigration[]) => {
  const ids = new Set(applied.map((migration) => migration.id));
  return files.filter((file) => !ids.has(file.id));
};

async function withClient<T>(connection: pg.PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  // A lost connection also fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// Only under the lock: "if not exists" alone does not save two sessions that create the same thing at once.
export async function createMigrationTable(client: pg.Client): Promise<void> {
  await client.query(`
    create schema if not exists tradewind;
    create table if not exists tradewind.migration (
      id text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
}

async function listApplied(query: RunSql): Promise<AppliedMigration[]> {
  const exists = await query("select 1 where to_regclass('tradewind.migration') is not null");
  if (exists.rows.length === 0) return [];
  const result = await query("select id, checksum, applied_at from tradewind.migration order by id");
  return result.rows as AppliedMigration[];
}

/** Digests of files that were changed before a release, with the same result: shops of those commits go on. */
const EQUAL_FILES = new Set([
  "3a08be7fa76010ede5e1501eda967675f964628bd7445d3ab73e263d2274e841", // 0011_analytics
]);

/** The first of the files that made the schema before 0.1.0. That version takes such a database over. */
const FIRST_BEFORE_RELEASE = "0001_extensions_and_enums";

function refuseOtherHistory(files: MigrationFile[], applied: AppliedMigration[]): void {
  if (applied.some(({ id }) => id === FIRST_BEFORE_RELEASE)) {
    throw new MigrationProblem(
      "The database was made by a version before 0.1.0. Migrate it with 0.1.0 first: git checkout v0.1.0, npm ci, npm run migrate. If that refuses it, do the same with the tag before-baseline (commit bd1ab968) before. Or use an empty database.",
    );
  }
  const checksums = new Map(files.map((file) => [file.id, file.checksum]));
  for (const { id, checksum } of applied) {
    if (!checksums.has(id)) {
      throw new MigrationProblem(
        `The database has migration ${id}, which this version does not: update Tradewind.`,
      );
    }
    if (checksums.get(id) !== checksum && !EQUAL_FILES.has(checksum)) {
      throw new MigrationProblem(
        `${id}.sql was changed after it was applied: restore it and add a new migration instead.`,
      );
    }
  }
}

async function apply(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query("begin");
    await usePublicSchema(client, "transaction");
    await client.query(await withSearchSchema(client, file.text));
    await recordMigration(client, file);
    await client.query("commit");
  } catch (error) {
    // The transaction ends with the connection, which the caller closes.
    throw new Error(`Migration ${file.id} failed: ${(error as Error).message}`, { cause: error });
  }
}

export const recordMigration = (client: pg.Client, { id, checksum }: MigrationFile) =>
  client.query("insert into tradewind.migration (id, checksum) values ($1, $2)", [id, checksum]);
