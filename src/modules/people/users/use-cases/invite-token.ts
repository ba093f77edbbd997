import type { Connection } from "../../../../db/database.ts";
import type { MakePrivateData } from "../../../../events/private-data.ts";
import { findInvite } from "../invite-store.ts";

/** The token of `invite.created`. None if the invite was accepted or deleted meanwhile. */
export const inviteToken =
  ({ db }: { db: Connection }): MakePrivateData =>
  async ({ data }) => {
    const invite = await findInvite(db, String(data["id"]));
    if (!invite || invite.accepted) return null;
    return { data: { token: invite.token }, validUntil: invite.expires_at };
  };
