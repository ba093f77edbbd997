import { randomBytes } from "node:crypto";
import { mayV1Run } from "../../../db/adoption.ts";
import type { Connection, Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { requirePermission } from "../../../kernel/permissions.ts";
import { duplicate, invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { deleteAnalyticsConfigsOf } from "../../platform/analytics-configs/index.ts";
import { disableWebhooksOf } from "../../platform/webhooks/index.ts";
import { endAllSessions, HASH_PREFIX, hashedToken, hashPassword } from "../auth/index.ts";
import {
  type Author,
  endRoleOf,
  findGranted,
  lockTeam,
  lockTeamAs,
  requireAuthority,
} from "../roles/index.ts";
import { userEvents } from "./events.ts";
import { type NewUser, type User, type UserChanges, userFrom, withChanges } from "./user.ts";
import {
  deleteUserRow,
  hasUsers,
  insertUser,
  isTokenOfAnother,
  listUserRows,
  lockUser,
  lockUserByEmail,
  savePassword,
  saveUser,
} from "./user-store.ts";

interface Deps {
  db: Db;
}

/** All users, the oldest first; for the command line. */
export const listUsers = ({ db }: { db: Connection }) => listUserRows(db);

/** Returns the id of the new user. */
export async function createUser(
  { db }: Deps,
  { password, ...input }: NewUser & { password: string },
): Promise<string> {
  const passwordHash = await hashPassword(db, password);
  return inTransaction(db, async (tx) => {
    await lockTeam(tx);
    const user = userFrom(newId("usr"), input);
    await insertUser(tx, user, passwordHash);
    await userEvents.announce(tx, "user.created", { id: user.id });
    return user.id;
  });
}

type AuthoredDeps = Deps & { author: Author };

/** A user may change their own name and metadata; the rest needs permissions. */
export const updateUser = ({ db, author }: AuthoredDeps, id: string, changes: UserChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireRightToChange(tx, { author, id, changes });
    const user = withChanges(await lockUser(tx, id), changes);
    if (changes.api_token) user.api_token = await ownToken(tx, id, changes.api_token);
    await saveUser(tx, user);
    await userEvents.announce(tx, "user.updated", { id });
  });

async function requireRightToChange(
  tx: Tx,
  { author, id, changes }: { author: Author; id: string; changes: UserChanges },
): Promise<void> {
  if (author?.userId !== id) return requireAuthority(tx, await lockTeamAs(tx, author), id);
  await lockTeam(tx);
  const granted = await findGranted(tx, id);
  if (changes.api_token) requirePermission(granted, "keys:write");
  if (changes.role !== undefined) requirePermission(granted, "team:write");
}

/** As it is stored. A token identifies its user, so two users cannot have the same one. */
async function ownToken(tx: Tx, id: string, token: string): Promise<string> {
  if (token.startsWith(HASH_PREFIX)) throw invalid(`api_token must not begin with ${HASH_PREFIX}`);
  if (await isTokenOfAnother(tx, { id, hash: hashedToken(token) }))
    throw duplicate("Another user has this api_token already.");
  return storedToken(tx, token);
}

/** A hash. While v1 may run on the same database, the token as it is: v1 compares it. */
const storedToken = async (tx: Tx, token: string): Promise<string> =>
  (await mayV1Run(tx)) ? token : hashedToken(token);

/**
 * Does nothing if the user does not exist, as in v1. The last user cannot be deleted, nor the last owner: the shop would have no
 * admin.
 */
export const deleteUser = ({ db, author }: AuthoredDeps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireAuthority(tx, await lockTeamAs(tx, author), id);
    if (!(await deleteUserRow(tx, id))) return;
    if (!(await hasUsers(tx))) throw notAllowed("The last user cannot be deleted.");
    await endRoleOf(tx, id);
    await endAllSessions(tx, "user", id);
    await deleteAnalyticsConfigsOf(tx, id);
    await disableWebhooksOf(tx, id);
    await userEvents.announce(tx, "user.deleted", { id });
  });

/** Replaces the token of the user. It is shown only here. */
export async function issueApiToken({ db }: Deps, email: string): Promise<string> {
  const token = `tw_${randomBytes(32).toString("base64url")}`;
  await changeToken(db, email, token);
  return token;
}

export const revokeApiToken = ({ db }: Deps, email: string): Promise<void> => changeToken(db, email, null);

/** For the command line. Ends all sessions of the user. */
export async function setPassword(
  { db }: Deps,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const hash = await hashPassword(db, password);
  await inTransaction(db, async (tx) => {
    const { id } = await lockedByEmail(tx, email);
    await savePassword(tx, id, hash);
    await endAllSessions(tx, "user", id);
    await userEvents.announce(tx, "user.updated", { id });
  });
}

async function lockedByEmail(tx: Tx, email: string): Promise<User> {
  const user = await lockUserByEmail(tx, email);
  if (!user) throw new Refusal("not_found", `User with email: ${email} was not found`);
  return user;
}

const changeToken = (db: Db, email: string, token: string | null) =>
  inTransaction(db, async (tx) => {
    const user = await lockedByEmail(tx, email);
    await saveUser(tx, { ...user, api_token: token === null ? null : await storedToken(tx, token) });
    await userEvents.announce(tx, "user.updated", { id: user.id });
  });
