import type pg from "pg";
import { creatorsProblem, plantedProblem, publicSchemaOf } from "../../db/schema/public-schema.ts";
import { readInCatalogue } from "../../db/schema/search-path.ts";
import type { Finding } from "../finding.ts";
import { counted, type Examination, listed, note, stop, warning } from "./examination.ts";

/** Roles besides the owner of the tables: those that write to them, and those that could act with the rights of the owner. */
export async function examineRoles(examination: Examination): Promise<Finding[]> {
  return [...(await writers(examination)), ...(await creators(examination))];
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

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Before anything else is read: a statement about the tables could run what another role has planted. */
export async function plantedFindings(client: pg.Client): Promise<Finding[]> {
  const problem = await readInCatalogue(client, async (query) => plantedProblem(await publicSchemaOf(query)));
  return problem ? [stop("planted_functions", `${capitalised(problem)}.`)] : [];
}

async function creators({ rows }: Examination): Promise<Finding[]> {
  const query = async (text: string) => ({ rows: (await rows<unknown>("functions in public", text)) ?? [] });
  const schema = await publicSchemaOf(query);
  const problem = creatorsProblem(schema);
  return problem
    ? [warning("roles_that_create", `${problem.text}. ${problem.remedy}`, { roles: schema.creators })]
    : [];
}
