import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { invalid } from "../../../../kernel/refusal.ts";
import { hashPassword } from "../../auth/index.ts";
import { canBeAccepted } from "../invite.ts";
import { lockInvite, saveInvite } from "../invite-store.ts";
import { userFrom } from "../user.ts";
import { findUserByEmail, insertUser, lockUsers } from "../user-store.ts";
import { readInviteToken } from "./invite-token.ts";

interface Acceptance {
  token: string;
  user: { first_name?: string; last_name?: string; password: string };
}

/** Locks the invite, so that two concurrent requests create one user. */
export async function acceptInvite(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  { token, user: { password, ...names } }: Acceptance,
): Promise<void> {
  const claims = readInviteToken(jwtSecret, token);
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    await lockUsers(tx);
    const invite = await lockInvite(tx, claims.invite_id);
    if (!invite || !canBeAccepted(invite, claims, new Date())) throw invalid("Invalid invite");
    if (await findUserByEmail(tx, invite.user_email)) throw invalid("User already joined");
    const role = invite.role ?? "member";
    const user = userFrom(newId("usr"), { ...names, email: invite.user_email, role });
    await insertUser(tx, user, passwordHash);
    await saveInvite(tx, { ...invite, accepted: true });
    await announce(tx, "user.created", { id: user.id });
  });
}
