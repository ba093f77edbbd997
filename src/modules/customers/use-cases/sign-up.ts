import type { Db } from "../../../db/database.ts";
import { openSession } from "../../auth/index.ts";
import { type AccountInput, createAccount } from "./create-account.ts";

interface SignUp {
  account: AccountInput;
  /** The session the client had so far; its other half goes on. */
  oldToken: string | undefined;
  /** Of the session, in milliseconds. */
  lifetime: number;
}

/** A new account, already logged in. */
export async function signUp(
  { db }: { db: Db },
  { account, oldToken, lifetime }: SignUp,
): Promise<{ id: string; token: string }> {
  const id = await createAccount({ db }, account);
  return { id, token: await openSession({ db }, "customer", { id, oldToken, lifetime }) };
}
