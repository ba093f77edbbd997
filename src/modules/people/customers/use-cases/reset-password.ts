import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { ShopSecrets } from "../../../../kernel/shop-secrets.ts";
import {
  endAllSessions,
  hashPassword,
  issueResetToken,
  readResetToken,
  refuseMalformedToken,
} from "../../auth/index.ts";
import { withChanges } from "../customer.ts";
import { findAccount, lockCustomer, saveCustomer } from "../customer-store.ts";

/** Announces the token for the mail. Does the same work for an unknown email, so that the response time reveals nothing. */
export async function requestPasswordReset(
  { db, secrets }: { db: Db; secrets: ShopSecrets },
  email: string,
): Promise<void> {
  const account = await findAccount(db, email);
  const signed = { secrets, passwordHash: account?.password_hash ?? null };
  const token = issueResetToken(signed, { customer_id: account?.id ?? "" });
  await inTransaction(db, async (tx) => {
    if (!account) return;
    const { password_hash: _, ...known } = account;
    await announce(tx, "customer.password_reset", { ...known, token });
  });
}

interface PasswordReset {
  email: string;
  token: string;
  password: string;
}

const unauthorized = () => new Refusal("unauthorized", "Unauthorized");

/** Returns the id of the account. Ends all its sessions. */
export async function resetPassword(
  { db, secrets }: { db: Db; secrets: ShopSecrets },
  { email, token, password }: PasswordReset,
): Promise<string> {
  refuseMalformedToken(token);
  const account = await findAccount(db, email);
  const key = { secrets, passwordHash: account?.password_hash ?? null };
  const claims = await readResetToken(db, key, token);
  if (!account || claims.customer_id !== account.id) throw unauthorized();
  const password_hash = await hashPassword(db, password);
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
