import type { Connection, Tx } from "../../../../db/database.ts";
import { type Granted, type Permissions, requirePermission } from "../../../../kernel/permissions.ts";
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
export type Author = { userId: string; permissions: Permissions } | null;

/** What the author may do, and may let others do. */
export interface Authority {
  granted: Granted;
  /** An author cannot give, change or revoke permissions that the author lacks. */
  requireCovers(other: Granted): void;
}

/** What a user may do, as of now. */
export async function findGranted(on: Connection, userId: string): Promise<Granted> {
  return (await hasRoles(on)) ? grantedByRole(await findRoleOfUser(on, userId)) : "all";
}

/** Locks the team and reads again what the author may do: it may have been revoked since the request began. */
export async function lockTeamAs(tx: Tx, author: Author): Promise<Authority> {
  await lockTeam(tx);
  if (author === null) return { granted: "all", requireCovers: () => {} };
  const granted = await findGranted(tx, author.userId);
  requirePermission(granted, "team:write");
  return { granted, requireCovers: (other) => author.permissions.requireCovers(granted, other) };
}

/** An author cannot change a user with permissions that the author lacks. */
export async function requireAuthority(tx: Tx, authority: Authority, userId: string): Promise<void> {
  if (authority.granted !== "all") authority.requireCovers(await findGranted(tx, userId));
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
