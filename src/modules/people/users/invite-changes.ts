import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type Invite, inviteFrom } from "./invite.ts";
import { deleteEndedInvite, deleteInviteRow, findInviteId, lockInvite, saveInvite } from "./invite-store.ts";
import { issueInviteToken } from "./use-cases/invite-token.ts";
import type { Role } from "./user.ts";
import { findUserByEmail, lockUsers } from "./user-store.ts";

interface Deps {
  db: Db;
  jwtSecret: string;
}

/** A second invite for an email renews the first, with a new token and the given role. */
export const createInvite = ({ db, jwtSecret }: Deps, input: { email: string; role: Role }): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockUsers(tx);
    const email = input.email.toLowerCase();
    if (await findUserByEmail(tx, email)) throw invalid("Can't invite a user with an existing account");
    await deleteEndedInvite(tx, email);
    const id = (await findInviteId(tx, email)) ?? newId("invite");
    await send(tx, jwtSecret, { id, user_email: email, role: input.role });
  });

export const resendInvite = ({ db, jwtSecret }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const invite = await lockInvite(tx, id);
    if (!invite || invite.accepted) throw invalid("Invite doesn't exist");
    await send(tx, jwtSecret, invite);
  });

/** The event has the token; a subscriber sends it to the address. */
async function send(
  tx: Tx,
  jwtSecret: string,
  { id, user_email, role }: Pick<Invite, "id" | "user_email" | "role">,
): Promise<void> {
  const token = issueInviteToken(jwtSecret, { invite_id: id, role, user_email });
  await saveInvite(tx, inviteFrom({ id, user_email, role, token }, new Date()));
  await announce(tx, "invite.created", { id, token, user_email });
}

/** Does nothing if the invite does not exist, as in v1. Its token becomes invalid. */
export const deleteInvite = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { existed } = await deleteInviteRow(tx, id);
    if (existed) await announce(tx, "invite.deleted", { id });
  });
