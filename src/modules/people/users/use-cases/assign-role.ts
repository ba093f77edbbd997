import type { Db } from "../../../../db/database.ts";
import { recordChange } from "../../../../db/recorded-change.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import {
  type Author,
  findRoleId,
  findRoleOfUser,
  getRole,
  giveRole,
  grantedByRole,
  lockTeamAs,
  requireAuthority,
} from "../../roles/index.ts";
import { userEvents } from "../events.ts";
import { findUserByEmail, lockUser } from "../user-store.ts";

interface Deps {
  db: Db;
  author: Author;
}

/** Gives a user a role, or none. From the next request of the user on, at any process, only that counts. */
export const assignRole = ({ db, author }: Deps, userId: string, roleId: string | null): Promise<void> =>
  inTransaction(db, async (tx) => {
    const authority = await lockTeamAs(tx, author);
    await lockUser(tx, userId);
    const role = roleId === null ? null : await getRole(tx, roleId);
    const old = await findRoleOfUser(tx, userId);
    await requireAuthority(tx, authority, userId);
    authority.requireCovers(grantedByRole(role));
    await giveRole(tx, userId, role);
    recordChange(tx, { before: { role_id: old?.id ?? null }, after: { role_id: roleId } });
    await userEvents.announce(tx, "user.role_changed", {
      id: userId,
      role_id: roleId,
      old_role_id: old?.id ?? null,
    });
  });

/** For the command line, which may do everything: the way out when no owner can log in any more. Takes a name, too. */
export async function assignRoleByEmail(
  { db }: { db: Db },
  { email, role }: { email: string; role: string },
): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Refusal("not_found", `User with email: ${email} was not found`);
  const roleId = await findRoleId(db, role);
  if (!roleId) throw new Refusal("not_found", `Role ${role} was not found`);
  await assignRole({ db, author: null }, user.id, roleId);
}
