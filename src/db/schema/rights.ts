import type { RunSql } from "./search-path.ts";

interface Rights {
  role: string;
  database: string;
  can_create: boolean;
  is_replica: boolean;
  has_search: boolean;
  /** Schemas in which the role may not create tables. */
  closed: string[];
}

const RIGHTS = `
  select current_user as role, current_database() as database, pg_is_in_recovery() as is_replica,
    has_database_privilege(current_database(), 'CREATE') as can_create,
    exists (select from pg_available_extensions where name = 'pg_trgm') as has_search,
    array(select nspname::text from pg_namespace where nspname in ('public', 'tradewind')
      and not has_schema_privilege(oid, 'CREATE')) as closed`;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Why migrations cannot be applied to this database, and how to change that; null if nothing is known to be in the way. */
export async function migrationObstacle(query: RunSql): Promise<string | null> {
  const { rows } = await query(RIGHTS);
  const { role, database, is_replica, can_create, has_search, closed } = rows[0] as Rights;
  if (is_replica) return `the database ${database} is a replica; DATABASE_URL must lead to the primary`;
  const grants = [
    ...(can_create ? [] : [`GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)};`]),
    ...closed.map((schema) => `GRANT CREATE ON SCHEMA ${quoted(schema)} TO ${quoted(role)};`),
  ];
  if (grants.length > 0) {
    return `the role ${role} may not create tables in the database ${database}. Its owner allows it with:\n  ${grants.join("\n  ")}`;
  }
  if (!has_search)
    return "this PostgreSQL has no extension pg_trgm; it comes with the package postgresql-contrib";
  return null;
}
