import type { Connection } from "../../../../db/database.ts";
import { type Granted, isGranted, type Permissions } from "../../../../kernel/permissions.ts";
import { findRoleOfInvite, grantedByRole } from "../../roles/index.ts";

const HIDDEN = "[redacted]";

/** Who has the token of an invite can accept it. Those who could not have sent the invite do not see its token. */
export async function withoutTokensBeyond<Row extends { id: string; token: string }>(
  { db, permissions }: { db: Connection; permissions: Permissions },
  granted: Granted,
  invites: readonly Row[],
): Promise<readonly Row[]> {
  if (granted === "all") return invites;
  const isSeen = async ({ id }: Row) =>
    isGranted(granted, "team:write") &&
    permissions.covers(granted, grantedByRole(await findRoleOfInvite(db, id)));
  return Promise.all(
    invites.map(async (invite) => ((await isSeen(invite)) ? invite : { ...invite, token: HIDDEN })),
  );
}
