import type pg from "pg";

/** Not of this plugin, and no schema of PostgreSQL's own. */
const isOutside = (schema: string) => `${schema} <> $1 and ${schema} !~ '^(pg_|information_schema$)'`;

/** Of the whole cluster: other databases may change them at the same time. */
const ROLES = `
  select 'settings of roles', setrole, xmin::text from pg_db_role_setting
  union all select 'the role ' || rolname, oid, md5(row(pg_roles.*)::text) from pg_roles`;

/** A change of roles locks one of these until the transaction ends. */
const CHANGES_ROLES = `
  select from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and mode <> 'AccessShareLock'
    and relation = any(array['pg_authid', 'pg_auth_members', 'pg_db_role_setting']::regclass[])`;

/** What a migration could make, change or drop elsewhere, with the transaction that wrote its row in the catalogue. */
const OBJECTS = `
  select nspname || '.' || relname as name, pg_class.oid, pg_class.xmin::text as state
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind not in ('i', 'I', 't') and ${isOutside("nspname")}
  union all select 'the function ' || nspname || '.' || proname, pg_proc.oid, pg_proc.xmin::text
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname <> $1
  union all select 'the type ' || nspname || '.' || typname, pg_type.oid, pg_type.xmin::text
    from pg_type join pg_namespace on pg_namespace.oid = typnamespace
    where typrelid = 0 and typelem = 0 and ${isOutside("nspname")}
  union all select 'the schema ' || nspname, oid, xmin::text from pg_namespace where ${isOutside("nspname")}
  union all select 'the event trigger ' || evtname, oid, xmin::text from pg_event_trigger
  union all select 'the extension ' || extname, oid, xmin::text from pg_extension
  union all select 'the language ' || lanname, oid, xmin::text from pg_language
  union all select 'the publication ' || pubname, oid, xmin::text from pg_publication
  union all select 'the server ' || srvname, oid, xmin::text from pg_foreign_server
  union all select 'a cast', oid, xmin::text from pg_cast
  union all ${ROLES}`;

/**
 * A change of a table, of its rows or of what belongs to it locks the table until the transaction ends. So does a change of a
 * sequence, which no rollback undoes.
 */
const LOCKED = `
  select relation as oid, nspname || '.' || relname as name, coalesce(${isOutside("nspname")}, true) as "isOutside"
    from pg_locks left join pg_class on pg_class.oid = relation left join pg_namespace on pg_namespace.oid = relnamespace
    where pid = pg_backend_pid() and locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock')`;

const DEPENDS = `
  select distinct nspname || '.' || used.relname as name
    from pg_class own join pg_rewrite on ev_class = own.oid
    join pg_depend on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid and refclassid = 'pg_class'::regclass
    join pg_class used on used.oid = refobjid join pg_namespace on pg_namespace.oid = used.relnamespace
    where own.relnamespace = to_regnamespace($1) and nspname <> $2 and ${isOutside("nspname")} order by 1`;

interface Named {
  name: string;
  oid: number;
}

/** What is outside of the schema before a change, by name and id. */
export type StateOutside = ReadonlyMap<string, Named & { state: string }>;

export async function stateOutside(client: pg.Client, schema: string): Promise<StateOutside> {
  const { rows } = await client.query<Named & { state: string }>(OBJECTS, [schema]);
  return new Map(rows.map((row) => [`${row.name} ${row.oid}`, row]));
}

/** What was made, changed, written to or dropped outside of the schema since then: `public.product`. */
export async function changesOutside(
  client: pg.Client,
  schema: string,
  before: StateOutside,
): Promise<string[]> {
  const { rows: locked } = await client.query<Named & { isOutside: boolean }>(LOCKED, [schema]);
  const { rows: roleLocks } = await client.query(CHANGES_ROLES);
  const isOwn = ({ name }: Named) => roleLocks.length > 0 || !/^(settings of roles|the role )/.test(name);
  const now = await stateOutside(client, schema);
  const namesBefore = new Map([...before.values()].map(({ oid, name }) => [oid, name]));
  const changed = [
    // A table that is dropped has no name any more, and may have been the plugin's own.
    ...locked.flatMap(({ oid, name, isOutside }) => (isOutside ? (name ?? namesBefore.get(oid) ?? []) : [])),
    ...[...now].flatMap(([key, row]) =>
      before.get(key)?.state === row.state || !isOwn(row) ? [] : [row.name],
    ),
    ...[...before].flatMap(([key, row]) => (now.has(key) || !isOwn(row) ? [] : [row.name])),
  ];
  return [...new Set(changed)].sort();
}

/** Tables that views of the schema read, and that are neither its own nor in `views`: the shop could not change them any more. */
export async function dependsOutside(client: pg.Client, schema: string, views: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(DEPENDS, [schema, views]);
  return rows.map(({ name }) => name);
}
