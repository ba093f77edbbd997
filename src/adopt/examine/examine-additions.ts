import type { Finding } from "../finding.ts";
import { replacedNames } from "../v1-names.ts";
import { counted, type Examination, listed, note, stop, warning } from "./examination.ts";
import { uniqueRuleOf } from "./examine-constraints.ts";

/** What plugins and people have added beside the tables of v1, and what has the names of ours. */
export async function examineAdditions(examination: Examination): Promise<Finding[]> {
  return [
    ...(await collisions(examination)),
    ...pluginTables(examination),
    ...(await attachments(examination)),
  ];
}

interface Collision {
  name: string;
  kind: string;
}

const OTHER_KINDS = `select relname as name, case relkind when 'v' then 'view' when 'm' then 'materialized view'
    when 'f' then 'foreign table' when 'S' then 'sequence' else 'index or type' end as kind
  from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('r', 'p', 'i', 'I') and relname = any($1)`;

// An index of ours that is on a table of a plugin, or is something else.
const TAKEN_INDEXES = `select i.relname as name, coalesce(t.relname, 'something else') as kind
  from pg_class i left join pg_index on indexrelid = i.oid left join pg_class t on t.oid = indrelid
  where i.relnamespace = 'public'::regnamespace
    and (i.relname, t.relname) not in (select wanted.name, wanted.of from unnest($1::text[], $2::text[]) wanted (name, of))
    and i.relname = any($1)`;

const OUR_SCHEMAS = `select nspname as name from pg_namespace where nspname in ('tradewind', 'graphile_worker')
  and exists (select from pg_class where relnamespace = pg_namespace.oid)`;

async function collisions({ rows, target }: Examination): Promise<Finding[]> {
  const tables = target.v1.tables.map(({ name }) => name);
  const indexes = [
    ...target.addedIndexes.map(({ name, table }) => ({ name, table })),
    ...target.v1.tables.flatMap(({ name: table, indexes: own, constraints }) =>
      [...own, ...constraints].map(({ name }) => ({ name, table })),
    ),
  ];
  const kinds = (await rows<Collision>("names", OTHER_KINDS, [tables])) ?? [];
  const names = [indexes.map(({ name }) => name), indexes.map(({ table }) => table)];
  const taken = (await rows<Collision>("names of indexes", TAKEN_INDEXES, names)) ?? [];
  const schemas = (await rows<{ name: string }>("schemas", OUR_SCHEMAS)) ?? [];
  return [
    ...kinds.map(({ name, kind }) =>
      stop("name_taken", `The ${kind} public.${name} has the name of a table of v1. Rename it.`, { name }),
    ),
    ...taken.map(({ name, kind }) =>
      stop("name_taken", `The name ${name} is needed for an index, and belongs to ${kind}. Rename it.`, {
        name,
      }),
    ),
    ...schemas.map(({ name }) =>
      stop(
        "schema_taken",
        `The schema ${name} exists and is not empty. Tradewind uses a schema of this name: rename it, or drop it.`,
        { name },
      ),
    ),
  ];
}

/** What v1 has besides the tables that Tradewind uses. */
const OF_V1 = new Set(["migrations", "typeorm_metadata"]);

function pluginTables({ found, target }: Examination): Finding[] {
  const known = new Set(target.v1.tables.map(({ name }) => name));
  const tables = found.tables.map(({ name }) => name).filter((name) => !known.has(name) && !OF_V1.has(name));
  if (tables.length === 0) return [];
  return [
    note(
      "plugin_tables",
      `${counted(tables.length, "table of a plugin stays", "tables of plugins stay")}, unused by Tradewind: ${listed(tables)}.`,
      { tables },
    ),
  ];
}

interface Attachment {
  kind: "trigger" | "rule" | "policy" | "unique" | "check" | "view";
  name: string;
  table: string;
}

// Definitions of unique and check constraints are compared in TypeScript: v1 has some as an index, others as a constraint.
const ATTACHED = `
  select 'trigger' as kind, tgname as name, relname as "table" from pg_trigger join pg_class c on c.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace
  union all select 'rule', rulename, relname from pg_rewrite join pg_class c on c.oid = ev_class
    where rulename <> '_RETURN' and relnamespace = 'public'::regnamespace
  union all select 'policy', polname, relname from pg_policy join pg_class c on c.oid = polrelid
    where relnamespace = 'public'::regnamespace
  union all select distinct 'view', v.relname, t.relname from pg_rewrite r join pg_class v on v.oid = ev_class
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    join pg_class t on t.oid = d.refobjid
    where v.relkind in ('v', 'm') and t.oid <> v.oid and t.relnamespace = 'public'::regnamespace`;

async function attachments(examination: Examination): Promise<Finding[]> {
  const known = new Set(examination.target.v1.tables.map(({ name }) => name));
  const attached = (await examination.rows<Attachment>("triggers and views", ATTACHED)) ?? [];
  const ofV1 = [...attached, ...addedRules(examination)].filter(({ table }) => known.has(table));
  const named = (kinds: Attachment["kind"][]) =>
    ofV1
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind, name, table }) => `${kind} ${name} on ${table}`);
  const [active, refusing, views] = [
    named(["trigger", "rule"]),
    named(["unique", "check", "policy"]),
    named(["view"]),
  ];
  return [
    ...(active.length > 0
      ? [
          warning(
            "triggers",
            `These act on every write, also on those of Tradewind: ${listed(active)}. Decide whether they should.`,
            { names: active },
          ),
        ]
      : []),
    ...(refusing.length > 0
      ? [
          warning(
            "added_rules",
            `These may refuse rows that Tradewind writes: ${listed(refusing)}. Remove them, or test with a copy.`,
            { names: refusing },
          ),
        ]
      : []),
    ...(views.length > 0
      ? [note("views", `Views on tables of v1 stay: ${listed(views)}.`, { names: views })]
      : []),
  ];
}

function addedRules({ found, target }: Examination): Attachment[] {
  return target.v1.tables.flatMap((wanted) => {
    const existing = found.tables.find(({ name }) => name === wanted.name);
    const rulesOf = (parts: readonly { definition: string }[]) =>
      parts.map(({ definition }) => uniqueRuleOf(definition));
    const own = new Set(rulesOf([...wanted.constraints, ...wanted.indexes]));
    return [...(existing?.constraints ?? []), ...(existing?.indexes ?? [])]
      .filter(({ definition }) => /^(UNIQUE|CHECK|EXCLUDE|CREATE UNIQUE)/.test(definition))
      .filter(({ name, definition }) => !own.has(uniqueRuleOf(definition)) && !replacedNames.has(name))
      .map(({ name, definition }) => ({
        kind: definition.startsWith("CHECK") ? ("check" as const) : ("unique" as const),
        name,
        table: wanted.name,
      }));
  });
}
