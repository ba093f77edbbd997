import type { Connection, Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { MakePrivateData } from "../../../../events/private-data.ts";
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
import { customerEvents } from "../events.ts";

/** A subscriber of the event gets the token and sends it to the address. */
export async function requestPasswordReset({ db }: { db: Db }, email: string): Promise<void> {
  const account = await findAccount(db, email);
  // Also for an unknown email, so that the response time reveals nothing.
  await inTransaction(db, async (tx) => {
    if (!account) return;
    const { password_hash: _, ...known } = account;
    await customerEvents.announce(tx, "customer.password_reset", known);
  });
}

/** The token of `customer.password_reset`. None if the account has another email by now: the mail goes to the old one. */
export const customerResetToken =
  ({ db, secrets }: { db: Connection; secrets: ShopSecrets }): MakePrivateData =>
  async ({ data, occurredAt }) => {
    const account = await findAccount(db, String(data["email"]));
    if (!account || account.id !== data["id"]) return null;
    const key = { secrets, passwordHash: account.password_hash };
    const { token, validUntil } = issueResetToken(key, { customer_id: account.id }, occurredAt);
    return { data: { token }, validUntil };
  };

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
    await customerEvents.announce(tx, "customer.updated", { ...saved });
  });
  return account.id;
}
