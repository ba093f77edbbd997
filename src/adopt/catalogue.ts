import type pg from "pg";

/** A column, as `create table` has it. */
export interface Column {
  name: string;
  type: string;
  isNotNull: boolean;
  default: string | null;
}

/** A constraint or an index: its definition does not contain its own name. */
export interface Named {
  name: string;
  definition: string;
}

export interface Table {
  name: string;
  columns: Column[];
  constraints: Named[];
  /** Without those that belong to a constraint. */
  indexes: Named[];
}

/** The tables of the schema public, and the values of its enums. */
export interface Catalogue {
  enums: Record<string, string[]>;
  tables: Table[];
}

const ENUMS = `
  select typname as name, array_agg(enumlabel::text order by enumsortorder) as labels
  from pg_enum join pg_type t on t.oid = enumtypid
  where typnamespace = 'public'::regnamespace group by typname order by typname collate "C"`;

// One row for each table. Tables of extensions do not count. The extension pg_trgm may be in any schema.
const TABLES = String.raw`
  select relname as name,
    (select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'isNotNull', attnotnull, 'default', pg_get_expr(adbin, adrelid)) order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(jsonb_agg(jsonb_build_object('name', conname, 'definition', pg_get_constraintdef(k.oid))
        order by conname collate "C"), '[]')
      from pg_constraint k where conrelid = c.oid and contype in ('p', 'u', 'x', 'f', 'c')) as constraints,
    (select coalesce(jsonb_agg(jsonb_build_object('name', i.relname, 'definition',
        regexp_replace(regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* ON ', ' INDEX ON '),
          '[^ .]+\.gin_trgm_ops', 'gin_trgm_ops', 'g')) order by i.relname collate "C"), '[]')
      from pg_index join pg_class i on i.oid = indexrelid
      where indrelid = c.oid and indisvalid and not exists (
        select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))) as indexes
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by relname collate "C"`;

/** Reads only. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  // Definitions name tables with their schema unless it is in the search path: the result must not depend on that.
  const before = (await client.query<{ path: string }>("select current_setting('search_path') as path"))
    .rows[0]!.path;
  await client.query("select set_config('search_path', 'pg_catalog', false)");
  try {
    const enums = await client.query<{ name: string; labels: string[] }>(ENUMS);
    const tables = await client.query<Table>(TABLES);
    return {
      enums: Object.fromEntries(enums.rows.map(({ name, labels }) => [name, labels])),
      tables: tables.rows,
    };
  } finally {
    await client.query("select set_config('search_path', $1, false)", [before]);
  }
}
