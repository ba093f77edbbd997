import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { packageRoot } from "../../src/package-root.ts";

const BACKUP = "backup";
const MIGRATIONS = join(packageRoot, "migrations");

interface Table {
  schema: string;
  table: string;
  columns: string;
}

// As in pg_dump: generated columns are not copied.
const TABLES = `select c.table_schema as schema, c.table_name as table,
    string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema in ('public', 'tradewind') and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  group by 1, 2`;

const SEQUENCES = `select schemaname as schema, sequencename as name, last_value as last
  from pg_sequences where schemaname in ('public', 'tradewind')`;

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tablesOf = async (client: pg.Client): Promise<Table[]> => (await client.query(TABLES)).rows;
const nameOf = ({ schema, table }: { schema: string; table: string }) => `"${schema}"."${table}"`;
const copyOf = ({ schema, table }: { schema: string; table: string }) => `${BACKUP}."${schema}.${table}"`;

/** All rows and all numbers that sequences have reached, of one moment, as `pg_dump` saves them. */
export const backUp = (url: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query("begin isolation level repeatable read");
    await client.query(`drop schema if exists ${BACKUP} cascade; create schema ${BACKUP}`);
    for (const table of await tablesOf(client)) {
      // As JSON: types are dropped with their schema.
      await client.query(
        `create table ${copyOf(table)} as select to_jsonb(r) as row from ${nameOf(table)} r`,
      );
    }
    await client.query(`create table ${BACKUP}.sequences as ${SEQUENCES}`);
    await client.query("commit");
  });

/**
 * Everything is dropped and made again in one transaction, as by `pg_dump --clean` and `psql --single-transaction`: no
 * trigger fires, and sequences go on from the backup.
 */
export const restore = (url: string): Promise<void> =>
  connected(url, async (client) => {
    const saved = await tablesOf(client);
    // Requests hold locks on the tables in another order: PostgreSQL may pick this transaction to give way.
    while (!(await replaced(client, saved)));
  });

async function replaced(client: pg.Client, saved: readonly Table[]): Promise<boolean> {
  try {
    await client.query("begin");
    await client.query(`create table ${BACKUP}.shape (like tradewind.migration including all)`);
    await client.query("drop schema public cascade; drop schema tradewind cascade");
    await client.query("create schema public; create schema tradewind; set local search_path to public");
    await client.query(`create table tradewind.migration (like ${BACKUP}.shape including all)`);
    for (const file of readdirSync(MIGRATIONS)
      .filter((each) => each.endsWith(".sql"))
      .sort()) {
      await client.query(readFileSync(join(MIGRATIONS, file), "utf8"));
    }
    await client.query("set local session_replication_role = replica");
    for (const table of saved) {
      const { columns } = table;
      await client.query(`alter table ${nameOf(table)} disable trigger user`);
      await client.query(`delete from ${nameOf(table)}`);
      await client.query(`insert into ${nameOf(table)} (${columns}) overriding system value
        select ${columns} from ${copyOf(table)} saved, jsonb_populate_record(null::${nameOf(table)}, saved.row)`);
    }
    for (const table of saved) await client.query(`alter table ${nameOf(table)} enable trigger user`);
    await client.query(`select setval(format('%I.%I', schema, name)::regclass, last) from ${BACKUP}.sequences
      where last is not null`);
    await client.query(`drop table ${BACKUP}.shape`);
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback");
    if ((error as pg.DatabaseError).code !== "40P01") throw error;
    return false;
  }
}
