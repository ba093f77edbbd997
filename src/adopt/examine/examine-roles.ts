import { creatorsProblem, plantedProblem, publicSchemaOf } from "../../db/public-schema.ts";
import type { Finding } from "../finding.ts";
import { counted, type Examination, listed, note, stop, warning } from "./examination.ts";

/** Roles besides the owner of the tables: those that write to them, and those that could act with the rights of the owner. */
export async function examineRoles(examination: Examination): Promise<Finding[]> {
  return [...(await writers(examination)), ...(await publicSchemaFindings(examination))];
}

// A grant to everybody has no role.
const WRITERS = `
  select coalesce(rolname::text, 'everybody (PUBLIC)') as role, count(distinct c.oid)::int as tables
  from pg_class c cross join lateral aclexplode(relacl) granted left join pg_roles on pg_roles.oid = grantee
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)
    and grantee <> relowner and privilege_type in ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')
  group by 1 order by 1`;

async function writers({ rows, target }: Examination): Promise<Finding[]> {
  const names = target.v1.tables.map(({ name }) => name);
  const found = (await rows<{ role: string; tables: number }>("grants", WRITERS, [names])) ?? [];
  if (found.length === 0) return [];
  const roles = found.map(({ role, tables }) => `${role} (${counted(tables, "table")})`);
  return [
    note(
      "writing_roles",
      `Besides the owner, these may write to tables of v1: ${listed(roles)}. They still can afterwards, without further grants: Tradewind's triggers run with the rights of the owner.`,
      { roles: found.map(({ role }) => role) },
    ),
  ];
}

async function publicSchemaFindings({ rows }: Examination): Promise<Finding[]> {
  const query = async (text: string) => ({ rows: (await rows<unknown>("functions in public", text)) ?? [] });
  const schema = await publicSchemaOf(query);
  if (!schema) return [];
  const planted = plantedProblem(schema);
  const creators = creatorsProblem(schema);
  return [
    ...(planted ? [stop("planted_functions", `${planted.charAt(0).toUpperCase()}${planted.slice(1)}.`)] : []),
    ...(creators
      ? [warning("roles_that_create", `${creators.text}. ${creators.remedy}`, { roles: schema.creators })]
      : []),
  ];
}
