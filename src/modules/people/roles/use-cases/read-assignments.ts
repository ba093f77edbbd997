import type { Connection } from "../../../../db/database.ts";
import type { Granted, Permissions } from "../../../../kernel/permissions.ts";
import { findRoleOfUser, listAssignments } from "../assignment-store.ts";

interface Deps {
  db: Connection;
}

export const showAssignments = async ({ db }: Deps) => ({ assignments: await listAssignments(db) });

/** The role of a user, and the permissions that the request of the user was checked with. */
export async function showOwnPermissions(
  { db, permissions }: Deps & { permissions: Permissions },
  user: { userId: string; granted: Granted },
) {
  const role = await findRoleOfUser(db, user.userId);
  return { role_id: role?.id ?? null, permissions: permissions.namesOf(user.granted) };
}
