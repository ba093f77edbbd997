import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import { duplicate, notAllowed, notFound } from "../../../kernel/refusal.ts";
import type { Role } from "./role.ts";

const columns = ["id", "name", "description", "permissions", "is_built_in"] as const;

const find = compiled("role", (db, p: { id: string }) =>
  db.selectFrom("tradewind.role").select(columns).where("id", "=", p.id),
);

/** Under `lockTeam` where a change depends on it. */
export async function getRole(on: Connection, id: string): Promise<Role> {
  const [found] = await find(on, { id });
  if (!found) throw notFound("Role", id);
  return found;
}

const findNamed = compiled("role-by-name", (db, p: { name: string }) =>
  db
    .selectFrom("tradewind.role")
    .select("id")
    .where((where) =>
      where.or([where("id", "=", p.name), where(sql`lower(name)`, "=", sql`lower(${p.name})`)]),
    )
    .orderBy(sql`id = ${p.name}`, "desc"),
);

/** By its id or its name, for people who type it. */
export async function findRoleId(on: Connection, name: string): Promise<string | null> {
  const [found] = await findNamed(on, { name });
  return found?.id ?? null;
}

const nameTaken = { unique: () => duplicate("name: another role has this name") };

const insert = compiled("role-insert", (db, p: Role) =>
  db.insertInto("tradewind.role").values({
    id: p.id,
    name: p.name,
    description: p.description,
    permissions: p.permissions,
    is_built_in: p.is_built_in,
  }),
);

export async function insertRole(tx: Tx, role: Role): Promise<void> {
  await refusing(insert(tx, role), nameTaken);
}

const update = compiled("role-update", (db, p: Role) =>
  db
    .updateTable("tradewind.role")
    .set({ name: p.name, description: p.description, permissions: p.permissions, updated_at: sql`now()` })
    .where("id", "=", p.id),
);

export async function saveRole(tx: Tx, role: Role): Promise<void> {
  await refusing(update(tx, role), nameTaken);
}

const remove = compiledReturningWrite<{ id: string }, unknown>(
  "role-delete",
  { deletes: ["tradewind.role"] },
  (p) => sql`delete from tradewind.role where id = ${p.id}`,
);

export async function deleteRoleRow(tx: Tx, id: string): Promise<void> {
  await refusing(remove(tx, { id }), {
    foreignKey: () => notAllowed("Users or open invites have this role: give them another one first"),
  });
}
