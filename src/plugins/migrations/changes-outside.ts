import type pg from "pg";

const isOutside = (
  schema: string,
) => `${schema} not in ($1, 'pg_toast') and ${schema} not like 'pg\\_temp\\_%'
  and ${schema} not like 'pg\\_toast\\_temp\\_%'`;

/** What is outside of the schema before a change. */
export interface StateOutside {
  /** Differs after something was dropped. */
  objects: string;
  /**
   * The rows that this session has written, by table. PostgreSQL counts those of its earlier transactions, too, until it has added
   * them to the statistics, which it does once a second.
   */
  written: Record<string, number>;
}

export const stateOutside = async (client: pg.Client, schema: string): Promise<StateOutside> => ({
  objects: await objectsOutside(client, schema),
  written: await writtenSoFar(client),
});

/** What this transaction has created, altered, written to or dropped outside of the schema since then: `public.product`. */
export async function changesOutside(
  client: pg.Client,
  schema: string,
  before: StateOutside,
): Promise<string[]> {
  const changed = await changedOutside(client, schema, before.written);
  const isDropped = changed.length === 0 && (await objectsOutside(client, schema)) !== before.objects;
  return isDropped ? ["other schemas"] : changed;
}

async function writtenSoFar(client: pg.Client): Promise<StateOutside["written"]> {
  const { rows } = await client.query<{ relid: string; written: number }>(
    `select relid::text, (n_tup_ins + n_tup_upd + n_tup_del)::float8 as written from pg_stat_xact_user_tables
      where n_tup_ins + n_tup_upd + n_tup_del > 0`,
  );
  return Object.fromEntries(rows.map(({ relid, written }) => [relid, written]));
}

async function changedOutside(
  client: pg.Client,
  schema: string,
  written: StateOutside["written"],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with altered as (
      select relnamespace as space, relname as name from pg_class where xmin = pg_current_xact_id()::xid
      union select pronamespace, proname from pg_proc where xmin = pg_current_xact_id()::xid
      union select typnamespace, typname from pg_type where xmin = pg_current_xact_id()::xid
      union select relnamespace, relname from pg_trigger join pg_class on pg_class.oid = tgrelid
        where pg_trigger.xmin = pg_current_xact_id()::xid
      union select relnamespace, relname from pg_constraint join pg_class on pg_class.oid = conrelid
        where pg_constraint.xmin = pg_current_xact_id()::xid)
    select nspname || '.' || altered.name as name from altered join pg_namespace on pg_namespace.oid = space
      where ${isOutside("nspname")}
    union select schemaname || '.' || relname from pg_stat_xact_user_tables
      where n_tup_ins + n_tup_upd + n_tup_del > coalesce(($2::jsonb ->> relid::text)::bigint, 0)
        and ${isOutside("schemaname")}
    union select 'schema ' || nspname from pg_namespace
      where xmin = pg_current_xact_id()::xid and ${isOutside("nspname")}
    union select 'extension ' || extname from pg_extension where xmin = pg_current_xact_id()::xid
    order by 1`,
    [schema, JSON.stringify(written)],
  );
  return rows.map(({ name }) => name);
}

async function objectsOutside(client: pg.Client, schema: string): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select concat_ws(' ',
      (select sum(pg_class.oid::bigint) from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where ${isOutside("nspname")}),
      (select sum(pg_proc.oid::bigint) from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
        where ${isOutside("nspname")}),
      (select sum(pg_trigger.oid::bigint) from pg_trigger join pg_class on pg_class.oid = tgrelid
        join pg_namespace on pg_namespace.oid = relnamespace where ${isOutside("nspname")})) as sum`,
    [schema],
  );
  return rows[0]!.sum;
}
