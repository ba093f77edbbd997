import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { endAllSessions, hashPassword, readResetToken, refuseMalformedToken } from "../../auth/index.ts";
import { withChanges } from "../customer.ts";
import { findAccount, lockCustomer, saveCustomer } from "../customer-store.ts";

interface PasswordReset {
  email: string;
  token: string;
  password: string;
}

const unauthorized = () => new Refusal("unauthorized", "Unauthorized");

/** Returns the id of the account. Ends all its sessions. */
export async function resetPassword(
  { db, jwtSecret }: { db: Db; jwtSecret: string },
  { email, token, password }: PasswordReset,
): Promise<string> {
  refuseMalformedToken(token);
  const account = await findAccount(db, email);
  const claims = readResetToken({ jwtSecret, passwordHash: account?.password_hash ?? null }, token);
  if (!account || claims.customer_id !== account.id) throw unauthorized();
  const password_hash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, account.id);
    // Another request may have used the same token at the same time: the first one wins.
    if (customer.password_hash !== account.password_hash) throw unauthorized();
    const saved = await saveCustomer(tx, withChanges(customer, { password_hash }));
    await endAllSessions(tx, "customer", account.id);
    await announce(tx, "customer.updated", { ...saved });
  });
  return account.id;
}
