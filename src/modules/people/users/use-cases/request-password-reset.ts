import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { issueResetToken } from "../../auth/index.ts";
import { findUserByEmail } from "../user-store.ts";

// Longer than the work, so that the response time does not reveal whether the user exists.
const MIN_TIME = 100;

/** The event has the token; a subscriber sends it to the address. An unknown email changes nothing. */
export async function requestPasswordReset(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  email: string,
): Promise<void> {
  await Promise.all([announceToken(db, jwtSecret, email), pause(MIN_TIME)]);
}

async function announceToken(db: Db, jwtSecret: string, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) return;
  const token = issueResetToken(
    { jwtSecret, passwordHash: user.password_hash },
    { user_id: user.id, email: user.email },
  );
  await inTransaction(db, (tx) => announce(tx, "user.password_reset", { email: user.email, token }));
}
