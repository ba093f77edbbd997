import type pg from "pg";
import { AdoptProblem } from "./adopt-problem.ts";
import { quoted } from "./sql.ts";

const OWNERS = `
  select distinct pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'member') as may_act,
    relowner = (select oid from pg_roles where rolname = current_user) as is_self
  from pg_class where relnamespace = 'public'::regnamespace and relname = any($1) and relkind = 'r'`;

interface Owner {
  owner: string;
  may_act: boolean;
  is_self: boolean;
}

/**
 * Acts as the role that owns the tables of v1. What it creates then belongs to that role: v1 connects as it, and
 * its writes call our triggers.
 */
export async function actAsOwner(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<Owner>(OWNERS, [tables]);
  if (rows.length > 1) {
    const names = rows.map(({ owner }) => owner).join(", ");
    throw new AdoptProblem(
      `the tables of v1 belong to several roles (${names}): give them all to the role of v1`,
    );
  }
  const [only] = rows;
  if (!only || only.is_self) return;
  if (!only.may_act) {
    throw new AdoptProblem(`the tables of v1 belong to the role ${only.owner}: connect as that role`);
  }
  await client.query(`set role ${quoted(only.owner)}`);
}
