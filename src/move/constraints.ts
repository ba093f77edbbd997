import type pg from "pg";
import { MoveProblem, rowsOf, type Sides } from "./connection.ts";
import type { Table } from "./tables.ts";

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

interface Trigger {
  table: string;
  name: string;
  /** tgenabled: O in ordinary sessions, R in replication, A always, D never. */
  state: "O" | "R" | "A" | "D";
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any($1) order by 1, 2`;

const TRIGGERS = `
  select tgrelid::regclass::text as table, quote_ident(tgname) as name, tgenabled::text as state
  from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1) order by 1, 2`;

const foreignKeysOf = (client: pg.Client, tables: readonly Table[]) =>
  rowsOf<ForeignKey>(client, FOREIGN_KEYS, [tables.map(({ name }) => name)]);

const triggersOf = (client: pg.Client, tables: readonly Table[]) =>
  rowsOf<Trigger>(client, TRIGGERS, [tables.map(({ name }) => name)]);

/**
 * Drops foreign keys and switches triggers off, as the owner of the tables may. Nothing needs to be recorded: the source
 * has the same ones, from which `restoreConstraints` makes them again, also after a run that was killed.
 */
export async function releaseConstraints({ target }: Sides, tables: readonly Table[]): Promise<void> {
  for (const { table, name } of await foreignKeysOf(target, tables)) {
    await target.query(`alter table ${table} drop constraint ${name}`);
  }
  const active = (await triggersOf(target, tables)).filter(({ state }) => state !== "D");
  for (const table of new Set(active.map((trigger) => trigger.table))) {
    await target.query(`alter table ${table} disable trigger user`);
  }
}

const SWITCH = { O: "enable", R: "enable replica", A: "enable always", D: "disable" };

/** Foreign keys and triggers as in the source. PostgreSQL checks the rows of each foreign key. */
export async function restoreConstraints({ source, target }: Sides, tables: readonly Table[]): Promise<void> {
  const keysThere = new Set((await foreignKeysOf(target, tables)).map(textOf));
  for (const key of await foreignKeysOf(source, tables)) {
    if (keysThere.has(textOf(key))) continue;
    await target.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`);
  }
  const statesThere = new Map((await triggersOf(target, tables)).map((each) => [nameOf(each), each.state]));
  for (const trigger of await triggersOf(source, tables)) {
    const state = statesThere.get(nameOf(trigger));
    if (state === undefined || state === trigger.state) continue;
    await target.query(`alter table ${trigger.table} ${SWITCH[trigger.state]} trigger ${trigger.name}`);
  }
  await refuseDifferences({ source, target }, tables);
}

const textOf = ({ table, name, definition }: ForeignKey) => `${table} ${name} ${definition}`;
const nameOf = ({ table, name }: Trigger) => `${table} ${name}`;

async function refuseDifferences({ source, target }: Sides, tables: readonly Table[]): Promise<void> {
  const there = new Set((await foreignKeysOf(target, tables)).map(textOf));
  const missing = (await foreignKeysOf(source, tables)).find((key) => !there.has(textOf(key)));
  if (missing) throw new MoveProblem(`The foreign key ${missing.name} of ${missing.table} differs.`);
}
