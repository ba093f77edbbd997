import type { Db } from "../../../db/database.ts";
import { recordChange } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { roleEvents } from "./events.ts";
import {
  grantedByRole,
  type NewRole,
  type RoleChanges,
  refuseBuiltIn,
  roleFrom,
  withChanges,
} from "./role.ts";
import { deleteRoleRow, getRole, insertRole, saveRole } from "./role-store.ts";
import { type Author, lockTeamAs } from "./use-cases/team-authority.ts";

interface Deps {
  db: Db;
  author: Author;
}

/** Returns the id of the new role. */
export const createRole = ({ db, author }: Deps, input: NewRole): Promise<string> =>
  inTransaction(db, async (tx) => {
    const authority = await lockTeamAs(tx, author);
    const role = roleFrom(newId("role"), input);
    authority.requireCovers(grantedByRole(role));
    await insertRole(tx, role);
    recordChange(tx, { before: null, after: role });
    await roleEvents.announce(tx, "role.created", { id: role.id });
    return role.id;
  });

/** The users who have the role may do what it says now from their next request on. */
export const updateRole = ({ db, author }: Deps, id: string, changes: RoleChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const authority = await lockTeamAs(tx, author);
    const before = await getRole(tx, id);
    refuseBuiltIn(before);
    const after = withChanges(before, changes);
    authority.requireCovers(grantedByRole(before));
    authority.requireCovers(grantedByRole(after));
    await saveRole(tx, after);
    recordChange(tx, { before, after });
    await roleEvents.announce(tx, "role.updated", { id });
  });

export const deleteRole = ({ db, author }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const authority = await lockTeamAs(tx, author);
    const before = await getRole(tx, id);
    refuseBuiltIn(before);
    authority.requireCovers(grantedByRole(before));
    await deleteRoleRow(tx, id);
    recordChange(tx, { before, after: null });
    await roleEvents.announce(tx, "role.deleted", { id });
  });
