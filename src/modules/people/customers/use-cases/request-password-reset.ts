import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { issueResetToken } from "../../auth/index.ts";
import { findAccount } from "../customer-store.ts";

/** Announces the token for the mail. Does the same work for an unknown email, so that the response time reveals nothing. */
export async function requestPasswordReset(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  email: string,
): Promise<void> {
  const account = await findAccount(db, email);
  const signed = { jwtSecret, passwordHash: account?.password_hash ?? null };
  const token = issueResetToken(signed, { customer_id: account?.id ?? "" });
  await inTransaction(db, async (tx) => {
    if (!account) return;
    const { password_hash: _, ...known } = account;
    await announce(tx, "customer.password_reset", { ...known, token });
  });
}
