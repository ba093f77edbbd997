import pg from "pg";

const OURS = "in ('public', 'tradewind')";

/** One statement for each kind of object. Each gives lines; object ids, dates and PostgreSQL's version are not in them. */
const STATEMENTS = {
  extensions: `select format('extension %s in %s', extname, nspname) as line
    from pg_extension join pg_namespace n on n.oid = extnamespace where extname <> 'plpgsql'`,

  enums: `select format('enum %I: %s', typname, string_agg(enumlabel, ', ' order by enumsortorder)) as line
    from pg_enum join pg_type t on t.oid = enumtypid group by typname`,

  // In the order in which "select *" returns them.
  columns: `select concat(relname, '.', attname, ' ', format_type(atttypid, atttypmod),
      case when attnotnull then ' not null' end,
      ' default ' || pg_get_expr(adbin, adrelid),
      case attidentity when 'a' then ' identity always' when 'd' then ' identity by default' end,
      case when attgenerated <> '' then ' generated' end) as line
    from pg_attribute a
    join (select oid, format('%s.%s', relnamespace::regnamespace, relname) as relname from pg_class
      where relnamespace::regnamespace::text ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f')) c on c.oid = attrelid
    left join pg_attrdef d on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped
    order by relname collate "C", attnum`,

  // `not null` is a property of the columns: older versions of PostgreSQL have no constraints for it.
  constraints: `select format('%s %s: %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
      case when convalidated then '' else ' not valid' end) as line
    from pg_constraint where connamespace::regnamespace::text ${OURS} and contype not in ('n', 't')`,

  indexes: `select pg_get_indexdef(indexrelid) as line
    from pg_index join pg_class c on c.oid = indexrelid
    where relnamespace::regnamespace::text ${OURS}
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,

  // O: fires in ordinary sessions; A: fires always, also in replication.
  triggers: `select format('%s (%s)', pg_get_triggerdef(t.oid), tgenabled) as line
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where relnamespace::regnamespace::text ${OURS} and not tgisinternal`,

  // The body without comments and layout, as a digest.
  functions: `select concat('function ', pronamespace::regnamespace, '.', proname, '(', pg_get_function_arguments(oid),
      ') returns ', pg_get_function_result(oid), ' ', (select lanname from pg_language l where l.oid = prolang), ' ', provolatile,
      case when prosecdef then ' security definer' end, case when proisstrict then ' strict' end,
      ' set ' || array_to_string(proconfig, ', '), ' body ',
      md5(trim(regexp_replace(regexp_replace(prosrc, '--[^\\n]*', '', 'g'), '\\s+', ' ', 'g')))) as line
    from pg_proc where pronamespace::regnamespace::text ${OURS}
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,

  // The last number of v1's: rows that a migration inserts have taken some.
  sequences: `select concat('sequence ', schemaname, '.', sequencename, ' ', data_type, ' from ', start_value, ' by ',
      increment_by, case when cycle then ' cycle' end,
      case when schemaname = 'public' then ' last ' || last_value end) as line
    from pg_sequences where schemaname ${OURS}`,

  storage: `select format('%s %s', c.oid::regclass, reloptions) as line from pg_class c
    where relnamespace::regnamespace::text ${OURS} and (reloptions is not null or relpersistence <> 'p' or relrowsecurity)`,

  privileges: `select format('%s %s', c.oid::regclass, relacl) as line from pg_class c
      where relnamespace::regnamespace::text ${OURS} and relacl is not null
    union all select format('%s %s', oid::regprocedure, replace(proacl::text, pg_get_userbyid(proowner), 'owner')) from pg_proc
      where pronamespace::regnamespace::text ${OURS} and proacl is not null
    union all select format('default of %s %s', defaclnamespace, defaclacl) from pg_default_acl`,

  // Those of PostgreSQL itself and of extensions are left out.
  comments: `select format('%s: %s', pg_describe_object(classoid, objoid, objsubid), description) as line
    from pg_description where objoid >= 16384 and classoid <> 'pg_extension'::regclass`,
};

/** Everything in a database that a migration can make, in a form that two ways to the same schema agree on. */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set search_path to public");
    const sections: string[] = [];
    for (const [title, statement] of Object.entries(STATEMENTS)) {
      const { rows } = await client.query<{ line: string }>(statement);
      const lines = rows.map((row) => row.line);
      if (title !== "columns") lines.sort();
      sections.push([`# ${title}`, ...lines, ""].join("\n"));
    }
    sections.push(["# rows", ...(await describeRows(client)), ""].join("\n"));
    return sections.join("\n");
  } finally {
    await client.end();
  }
}

/**
 * The rows that every shop begins with: a number and a digest for each table, whenever they were made. The change log
 * begins with at least one row; how many there are, and which numbers they have, depends on the way to the schema.
 */
async function describeRows(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; v1: boolean }>(
    `select oid::regclass::text as name, relnamespace = 'public'::regnamespace as v1 from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text ${OURS} and relname <> 'migration'`,
  );
  const lines: string[] = [];
  for (const { name, v1 } of tables) {
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `select count(*) as rows, md5(string_agg(row::text, ',' order by row::text)) as digest
       from (select to_jsonb(t) - 'created_at' - 'updated_at' as row from ${name} t) seeds having count(*) > 0`,
    );
    for (const { rows: count, digest } of rows) {
      lines.push(v1 ? `${name}: ${count} rows, ${digest}` : `${name}: not empty`);
    }
  }
  return lines.sort();
}
