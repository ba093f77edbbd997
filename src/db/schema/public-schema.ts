import type { RunSql } from "./search-path.ts";

/**
 * What other roles can do to the shop through the schema public. PostgreSQL chooses the function or the operator whose types fit best, in
 * whatever schema of the path it is: a `public.lower(varchar)` is taken for a column of that type in place of PostgreSQL's own
 * `lower(text)`, and runs with the rights of the shop.
 */
export interface PublicSchema {
  /** Functions and operators of roles that are not trusted: what they are, and whose. */
  planted: { name: string; owner: string }[];
  /** Roles that are not trusted and may create such. */
  creators: string[];
}

// Trusted are superusers, the owners of the database and of the schema, the role of the shop, the roles whose rights it has, and
// those that have its rights. A superuser counts as a member of every role: so members are looked up.
const TRUSTED = `
  recursive self as (select oid, rolname from pg_roles where rolname = current_user),
  above as (select oid from self union select roleid from pg_auth_members join above on member = above.oid),
  below as (select oid from self union select member from pg_auth_members join below on roleid = below.oid),
  place as (select nspowner, nspname, pg_namespace.oid from pg_namespace where nspname = 'public'),
  trusted as (
    select oid from above union select oid from below union select oid from pg_roles where rolsuper
    union select datdba from pg_database where datname = current_database() union select nspowner from place
  )`;

// What belongs to an extension was made with it.
const notOfExtension = (catalogue: string, part: string) => `not exists (select from pg_depend
  where classid = '${catalogue}'::regclass and objid = ${part}.oid and deptype = 'e')`;

const PUBLIC_SCHEMA = `with ${TRUSTED}
  select (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'owner', pg_get_userbyid(owner)) order by name), '[]')
    from (
      select format('function %s', made.oid::regprocedure) as name, proowner as owner from pg_proc made, place
      where pronamespace = place.oid and ${notOfExtension("pg_proc", "made")}
        and proname in (select proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace)
      union all
      select format('operator %s', made.oid::regoperator), oprowner from pg_operator made, place
      where oprnamespace = place.oid and ${notOfExtension("pg_operator", "made")}
    ) found where owner not in (select oid from trusted)) as planted,
  array(select rolname::text from pg_roles, place where rolcanlogin and pg_roles.oid not in (select oid from trusted)
    and has_schema_privilege(pg_roles.oid, place.oid, 'create')
    and has_database_privilege(pg_roles.oid, current_database(), 'connect') order by 1) as creators`;

export const publicSchemaOf = async (query: RunSql): Promise<PublicSchema> =>
  (await query(PUBLIC_SCHEMA)).rows[0] as PublicSchema;

/** Why no statement should run on this database; null if no other role has made anything that it would use. */
export function plantedProblem({ planted }: Pick<PublicSchema, "planted">): string | null {
  if (planted.length === 0) return null;
  const named = planted.map(({ name, owner }) => `${name} of the role ${owner}`);
  return `the schema public has what would run with the rights of this shop in place of PostgreSQL's own: ${named.join(", ")}. Look at it, drop it, and take from that role the right to create there: REVOKE CREATE ON SCHEMA public FROM PUBLIC`;
}

const SHOWN = 5;

/** What lets other roles plant something, and how to end that; null if none can. */
export function creatorsProblem({
  creators,
}: Pick<PublicSchema, "creators">): { text: string; remedy: string } | null {
  if (creators.length === 0) return null;
  const [first, more] = [creators.slice(0, SHOWN), creators.length - SHOWN];
  const names = first.map((name) => `"${name.replaceAll('"', '""')}"`);
  return {
    text: `Other roles (${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}) may create functions in the schema public, which could then run with the rights of this shop`,
    remedy: `The owner of the schema ends that: REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${names.join(", ")};`,
  };
}
