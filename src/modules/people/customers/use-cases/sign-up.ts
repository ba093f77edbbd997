import type { Db } from "../../../../db/database.ts";
import { openSession, type SessionTimes } from "../../auth/index.ts";
import { type AccountInput, createAccount } from "./create-account.ts";

interface SignUp extends SessionTimes {
  account: AccountInput;
}

/** A new account, already logged in. */
export async function signUp(
  { db }: { db: Db },
  { account, ...session }: SignUp,
): Promise<{ id: string; token: string }> {
  const id = await createAccount({ db }, account);
  return { id, token: await openSession({ db }, "customer", { id, ...session }) };
}
