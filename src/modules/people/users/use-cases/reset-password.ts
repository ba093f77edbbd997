import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { endAllSessions, hashPassword, readResetToken, refuseMalformedToken } from "../../auth/index.ts";
import { lockUserByEmail, savePassword } from "../user-store.ts";

interface PasswordReset {
  email: string;
  token: string;
  password: string;
}

/** Returns the id of the user. The token is signed with the old hash, and the user is locked: a token works once. */
export async function resetPassword(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  { email, token, password }: PasswordReset,
): Promise<string> {
  refuseMalformedToken(token);
  const hash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (!user) throw refused();
    const claims = readResetToken({ jwtSecret, passwordHash: user.password_hash }, token);
    if (claims.user_id !== user.id) throw refused();
    await savePassword(tx, user.id, hash);
    await endAllSessions(tx, "user", user.id);
    await announce(tx, "user.updated", { id: user.id });
    return user.id;
  });
}

const refused = () => new Refusal("unauthorized", "Unauthorized");
