import type pg from "pg";

const isOutside = (
  schema: string,
) => `${schema} not in ($1, 'pg_toast') and ${schema} not like 'pg\\_temp\\_%'
  and ${schema} not like 'pg\\_toast\\_temp\\_%'`;

/** What this transaction has created, altered or written to outside of the schema: `public.product`. */
export async function changesOutside(client: pg.Client, schema: string): Promise<string[]> {
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
      where n_tup_ins + n_tup_upd + n_tup_del > 0 and ${isOutside("schemaname")}
    union select 'schema ' || nspname from pg_namespace
      where xmin = pg_current_xact_id()::xid and ${isOutside("nspname")}
    union select 'extension ' || extname from pg_extension where xmin = pg_current_xact_id()::xid
    order by 1`,
    [schema],
  );
  return rows.map(({ name }) => name);
}

/** Differs after something outside of the schema was dropped. */
export async function objectsOutside(client: pg.Client, schema: string): Promise<string> {
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
