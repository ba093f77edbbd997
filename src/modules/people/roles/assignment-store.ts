import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { OWNER, type Role } from "./role.ts";

const lock = compiled("team-lock", (db, _: object) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('tradewind.users'))`.as("locked")),
);

/**
 * A lock for rules about several users: a shop with roles has an owner, a token belongs to one user, the last user stays, an
 * email is invited once. It is taken before row locks.
 */
export async function lockTeam(tx: Tx): Promise<void> {
  await lock(tx, {});
}

const anyAssigned = compiledSql<object, { hasRoles: boolean }>(
  "team-has-roles",
  () => sql<{ hasRoles: boolean }>`select exists (select from tradewind.user_role) as "hasRoles"`,
);

/** Whether any user has a role: only then roles count. */
export async function hasRoles(on: Connection): Promise<boolean> {
  const [found] = await anyAssigned(on, {});
  return found!.hasRoles;
}

const roleColumns = [
  "role.id",
  "role.name",
  "role.description",
  "role.permissions",
  "role.is_built_in",
] as const;

const ofUser = compiled("user-role", (db, p: { id: string }) =>
  db
    .selectFrom("tradewind.user_role as assigned")
    .innerJoin("tradewind.role as role", "role.id", "assigned.role_id")
    .select(roleColumns)
    .where("assigned.user_id", "=", p.id),
);

export async function findRoleOfUser(on: Connection, userId: string): Promise<Role | null> {
  const [found] = await ofUser(on, { id: userId });
  return found ?? null;
}

const ofInvite = compiled("invite-role", (db, p: { id: string }) =>
  db
    .selectFrom("tradewind.invite_role as assigned")
    .innerJoin("tradewind.role as role", "role.id", "assigned.role_id")
    .select(roleColumns)
    .where("assigned.invite_id", "=", p.id),
);

/** The role that the invited person gets. */
export async function findRoleOfInvite(on: Connection, inviteId: string): Promise<Role | null> {
  const [found] = await ofInvite(on, { id: inviteId });
  return found ?? null;
}

interface Assignment {
  id: string;
  roleId: string;
}

const assign = compiledReturningWrite<Assignment, unknown>(
  "user-role-save",
  { inserts: ["tradewind.user_role"], updates: ["tradewind.user_role"] },
  (p) => sql`insert into tradewind.user_role (user_id, role_id) values (${p.id}, ${p.roleId})
    on conflict (user_id) do update set role_id = excluded.role_id`,
);

const unassign = compiledReturningWrite<{ id: string }, unknown>(
  "user-role-delete",
  { deletes: ["tradewind.user_role"] },
  (p) => sql`delete from tradewind.user_role where user_id = ${p.id}`,
);

/** Null takes the role away. */
export async function saveRoleOfUser(tx: Tx, userId: string, roleId: string | null): Promise<void> {
  if (roleId === null) await unassign(tx, { id: userId });
  else await assign(tx, { id: userId, roleId });
}

const assignInvite = compiledReturningWrite<Assignment, unknown>(
  "invite-role-save",
  { inserts: ["tradewind.invite_role"], updates: ["tradewind.invite_role"] },
  (p) => sql`insert into tradewind.invite_role (invite_id, role_id) values (${p.id}, ${p.roleId})
    on conflict (invite_id) do update set role_id = excluded.role_id`,
);

const unassignInvite = compiledReturningWrite<{ id: string }, unknown>(
  "invite-role-delete",
  { deletes: ["tradewind.invite_role"] },
  (p) => sql`delete from tradewind.invite_role where invite_id = ${p.id}`,
);

export async function saveRoleOfInvite(tx: Tx, inviteId: string, roleId: string | null): Promise<void> {
  if (roleId === null) await unassignInvite(tx, { id: inviteId });
  else await assignInvite(tx, { id: inviteId, roleId });
}

const allOwners = compiledReturningWrite<object, unknown>(
  "team-all-owners",
  { inserts: ["tradewind.user_role"] },
  () => sql`insert into tradewind.user_role (user_id, role_id)
    select id, ${sql.lit(OWNER)} from "user" where deleted_at is null on conflict (user_id) do nothing`,
);

/** What every user of a shop without roles is. */
export async function makeAllOwners(tx: Tx): Promise<void> {
  await allOwners(tx, {});
}

const anyOwner = compiledSql<object, { hasOwner: boolean }>(
  "team-has-owner",
  () => sql<{ hasOwner: boolean }>`select exists (
    select from tradewind.user_role assigned join "user" on "user".id = assigned.user_id
    where assigned.role_id = ${sql.lit(OWNER)} and "user".deleted_at is null) as "hasOwner"`,
);

export async function hasOwner(on: Connection): Promise<boolean> {
  const [found] = await anyOwner(on, {});
  return found!.hasOwner;
}

const all = compiledSql<object, { user_id: string | null; invite_id: string | null; role_id: string }>(
  "team-assignments",
  () => sql`select "user".id as user_id, null as invite_id, assigned.role_id
      from tradewind.user_role assigned join "user" on "user".id = assigned.user_id where "user".deleted_at is null
    union all
    select null, invite.id, assigned.role_id
      from tradewind.invite_role assigned join invite on invite.id = assigned.invite_id
      where invite.deleted_at is null and not invite.accepted
    order by user_id, invite_id`,
);

/** Who has which role: users, and open invites. */
export const listAssignments = (on: Connection) => all(on, {});
