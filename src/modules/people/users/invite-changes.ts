import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { readToken, readTokenOfV1, signToken } from "../../../http/signed-token.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../kernel/shop-secrets.ts";
import { hashPassword } from "../auth/index.ts";
import {
  type Author,
  type Authority,
  findRoleOfInvite,
  getRole,
  giveRole,
  grantedByRole,
  lockTeam,
  lockTeamAs,
  saveRoleOfInvite,
} from "../roles/index.ts";
import { userEvents } from "./events.ts";
import { canBeAccepted, INVITE_TIME, type Invite, type InviteClaims, inviteFrom } from "./invite.ts";
import {
  deleteEndedInvite,
  deleteInviteRow,
  findInviteId,
  lockInvite,
  replaceInvite,
  saveInvite,
} from "./invite-store.ts";
import { type Role, userFrom } from "./user.ts";
import { findUserByEmail, insertUser } from "./user-store.ts";

interface Deps {
  db: Db;
  secrets: ShopSecrets;
  author: Author;
}

interface NewInvite {
  email: string;
  /** Of v1, without a meaning. */
  role: Role;
  /** What the invited person may do. */
  roleId: string | null;
}

/** A second invite for an email renews the first, with a new token and the given role. */
export const createInvite = ({ db, secrets, author }: Deps, input: NewInvite): Promise<void> =>
  inTransaction(db, async (tx) => {
    const authority = await lockTeamAs(tx, author);
    const role = input.roleId === null ? null : await getRole(tx, input.roleId);
    authority.requireCovers(grantedByRole(role));
    const email = input.email.toLowerCase();
    if (await findUserByEmail(tx, email)) throw invalid("Can't invite a user with an existing account");
    await deleteEndedInvite(tx, email);
    const id = await invitedId(tx, { email, roleId: role?.id ?? null, authority });
    await send(tx, secrets, { id, user_email: email, role: input.role });
    await saveRoleOfInvite(tx, id, role?.id ?? null);
  });

/**
 * The id of the open invite, or of a new one. With another role it is a new one, so that the tokens of the old are not valid
 * for it: who could see those may have less than what is given now.
 */
async function invitedId(
  tx: Tx,
  { email, roleId, authority }: { email: string; roleId: string | null; authority: Authority },
): Promise<string> {
  const id = await findInviteId(tx, email);
  if (id === null) return newId("invite");
  await requireAuthorityOverInvite(tx, authority, id);
  const old = await findRoleOfInvite(tx, id);
  if ((old?.id ?? null) === roleId) return id;
  await replaceInvite(tx, id);
  return newId("invite");
}

/** An author cannot send or delete an invite with permissions that the author lacks. */
const requireAuthorityOverInvite = async (tx: Tx, authority: Authority, id: string): Promise<void> =>
  authority.requireCovers(grantedByRole(await findRoleOfInvite(tx, id)));

export const resendInvite = ({ db, secrets, author }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireAuthorityOverInvite(tx, await lockTeamAs(tx, author), id);
    const invite = await lockInvite(tx, id);
    if (!invite || invite.accepted) throw invalid("Invite doesn't exist");
    await send(tx, secrets, invite);
  });

/** A subscriber of the event gets the token and sends it to the address. */
async function send(
  tx: Tx,
  secrets: ShopSecrets,
  { id, user_email, role }: Pick<Invite, "id" | "user_email" | "role">,
): Promise<void> {
  const token = issueInviteToken(secrets, { invite_id: id, role, user_email });
  await saveInvite(tx, inviteFrom({ id, user_email, role, token }, new Date()));
  await userEvents.announce(tx, "invite.created", { id, user_email });
}

/** Does nothing if the invite does not exist, as in v1. Its token becomes invalid. */
export const deleteInvite = ({ db, author }: Pick<Deps, "db" | "author">, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireAuthorityOverInvite(tx, await lockTeamAs(tx, author), id);
    const { existed } = await deleteInviteRow(tx, id);
    await saveRoleOfInvite(tx, id, null);
    if (existed) await userEvents.announce(tx, "invite.deleted", { id });
  });

interface Acceptance {
  token: string;
  user: { first_name?: string; last_name?: string; password: string };
}

/** Locks the invite, so that two concurrent requests create one user. */
export async function acceptInvite(
  { db, secrets }: { db: Db; secrets: ShopSecrets },
  { token, user: { password, ...names } }: Acceptance,
): Promise<void> {
  const claims = readInviteToken(secrets, token);
  const passwordHash = await hashPassword(db, password);
  await inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const invite = await lockInvite(tx, claims.invite_id);
    if (!invite || !canBeAccepted(invite, claims, new Date())) throw invalid("Invalid invite");
    if (await findUserByEmail(tx, invite.user_email)) throw invalid("User already joined");
    const role = invite.role ?? "member";
    const user = userFrom(newId("usr"), { ...names, email: invite.user_email, role });
    await insertUser(tx, user, passwordHash);
    await giveRole(tx, user.id, await findRoleOfInvite(tx, invite.id));
    await saveInvite(tx, { ...invite, accepted: true });
    await saveRoleOfInvite(tx, invite.id, null);
    await userEvents.announce(tx, "user.created", { id: user.id });
  });
}

/** The `jti` makes each token unique, even within a second. */
const issueInviteToken = (secrets: ShopSecrets, claims: InviteClaims): string =>
  signToken(secrets, { claims: { ...claims, jti: randomUUID() }, expiresIn: INVITE_TIME });

function readInviteToken(secrets: ShopSecrets, token: string): InviteClaims {
  const claims: Partial<InviteClaims> = readToken(secrets, token) ?? readTokenOfV1(secrets, token) ?? {};
  if (typeof claims.invite_id !== "string" || typeof claims.user_email !== "string")
    throw invalid("Token is not valid");
  return claims as InviteClaims;
}
