import type { Connection, Tx } from "../../../../db/database.ts";
import { type Granted, requireCovers, requirePermission } from "../../../../kernel/permissions.ts";
import {
  findRoleOfUser,
  hasOwner,
  hasRoles,
  lockTeam,
  makeAllOwners,
  saveRoleOfUser,
} from "../assignment-store.ts";
import { grantedByRole, lastOwner, type Role } from "../role.ts";

/** The user who changes the team; null for the command line, which may do everything. */
export type Author = string | null;

/** What a user may do, as of now. */
export async function findGranted(on: Connection, userId: string): Promise<Granted> {
  return (await hasRoles(on)) ? grantedByRole(await findRoleOfUser(on, userId)) : "all";
}

/** Locks the team and reads again what the author may do: it may have been revoked since the request began. */
export async function lockTeamAs(tx: Tx, author: Author): Promise<Granted> {
  await lockTeam(tx);
  if (author === null) return "all";
  const granted = await findGranted(tx, author);
  requirePermission(granted, "team:write");
  return granted;
}

/** An author cannot change a user with permissions that the author lacks. */
export async function requireAuthority(tx: Tx, granted: Granted, userId: string): Promise<void> {
  if (granted !== "all") requireCovers(granted, await findGranted(tx, userId));
}

/** Under `lockTeam`. With the first role of the shop everybody else becomes what they were so far: an owner. */
export async function giveRole(tx: Tx, userId: string, role: Role | null): Promise<void> {
  if (!(await hasRoles(tx))) {
    if (!role) return;
    await makeAllOwners(tx);
  }
  await saveRoleOfUser(tx, userId, role?.id ?? null);
  if (!(await hasOwner(tx))) throw lastOwner();
}

/** Under `lockTeam`, when the user is deleted. */
export async function endRoleOf(tx: Tx, userId: string): Promise<void> {
  if (await hasRoles(tx)) await giveRole(tx, userId, null);
}
