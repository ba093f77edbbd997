import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
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
import { findUserByEmail, lockUserByEmail, savePassword } from "../user-store.ts";

// Longer than the work, so that the response time does not reveal whether the user exists.
const MIN_TIME = 100;

/** The event has the token; a subscriber sends it to the address. An unknown email changes nothing. */
export async function requestPasswordReset(
  { db, secrets }: { db: Db; secrets: ShopSecrets },
  email: string,
): Promise<void> {
  await Promise.all([announceToken(db, secrets, email), pause(MIN_TIME)]);
}

async function announceToken(db: Db, secrets: ShopSecrets, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const token = issueResetToken(
    { secrets, passwordHash: user.password_hash },
    { user_id: user.id, email: user.email },
  );
  await inTransaction(db, (tx) => announce(tx, "user.password_reset", { email: user.email, token }));
}

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
    await announce(tx, "user.updated", { id: user.id });
    return user.id;
  });
}

const refused = () => new Refusal("unauthorized", "Unauthorized");
