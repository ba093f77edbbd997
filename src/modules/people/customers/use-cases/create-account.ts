import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { hashPassword } from "../../auth/index.ts";
import { accountFrom, type NewAccount } from "../customer.ts";
import { insertCustomer, refuseTakenEmail } from "../customer-store.ts";

export type AccountInput = Omit<NewAccount, "password_hash"> & { password: string };

/** A guest with the same email stays a separate customer. */
export async function createAccount(
  { db }: { db: Db },
  { password, ...input }: AccountInput,
): Promise<string> {
  // Before the transaction: hashing is slow on purpose.
  const password_hash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const account = accountFrom(newId("cus"), { ...input, password_hash });
    await refuseTakenEmail(tx, account);
    const customer = await insertCustomer(tx, account);
    await announce(tx, "customer.created", { ...customer });
    return customer.id;
  });
}
