import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { MakePrivateData } from "../../../../events/private-data.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import {
  claimedByResetToken,
  endAllSessions,
  hashPassword,
  issueResetToken,
  readResetToken,
  refuseMalformedToken,
} from "../../auth/index.ts";
import { userEvents } from "../events.ts";
import { findUserByEmail, lockUserByEmail, savePassword } from "../user-store.ts";

// Longer than the work, so that the response time does not reveal whether the user exists.
const MIN_TIME = 100;

/** A subscriber of the event gets the token and sends it to the address. An unknown email changes nothing. */
export async function requestPasswordReset({ db }: { db: Db }, email: string): Promise<void> {
  await Promise.all([announceReset(db, email), pause(MIN_TIME)]);
}

async function announceReset(db: Db, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  await inTransaction(db, (tx) => userEvents.announce(tx, "user.password_reset", { email: user.email }));
}

/** The token of `user.password_reset`. */
export const userResetToken =
  ({ db, secrets }: { db: Connection; secrets: ShopSecrets }): MakePrivateData =>
  async ({ data, occurredAt }) => {
    const user = await findUserByEmail(db, String(data["email"]));
    if (!user) return null;
    const key = { secrets, passwordHash: user.password_hash };
    const claims = { user_id: user.id, email: user.email };
    const { token, validUntil } = issueResetToken(key, claims, occurredAt);
    return { data: { token }, validUntil };
  };

/** The email of the body, or else of the token. */
export const emailOfReset = ({ email, token }: { email?: string; token: string }): string =>
  email ?? claimedByResetToken(token).email ?? "";

interface PasswordReset {
  email: string;
  token: string;
  password: string;
}

/** Returns the id of the user. The token is signed with the old hash, and the user is locked: a token works once. */
export async function resetPassword(
  { db, secrets }: { db: Db; secrets: ShopSecrets },
  { email, token, password }: PasswordReset,
): Promise<string> {
  refuseMalformedToken(token);
  const hash = await hashPassword(db, password);
  return inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) throw refused();
    const claims = await readResetToken(tx, { secrets, passwordHash: user.password_hash }, token);
    if (claims.user_id !== user.id) throw refused();
    await savePassword(tx, user.id, hash);
    await endAllSessions(tx, "user", user.id);
    await userEvents.announce(tx, "user.updated", { id: user.id });
    return user.id;
  });
}

const refused = () => new Refusal("unauthorized", "Unauthorized");
