import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { AccountKind } from "../account.ts";
import { keepsPassword } from "../auth-store.ts";
import { endSession, startSession } from "../session-store.ts";
import { checkLogin, type LoginAttempt, type LoginDeps, wrongLogin } from "./check-login.ts";

export interface SessionTimes {
  /** The session the client had so far; its other half goes on. */
  oldToken: string | undefined;
  /** In milliseconds. */
  lifetime: number;
  /** Most of a customer. */
  customerSessions: number;
}

/** Checks the password and opens a session, unless the password was changed meanwhile: that ends all sessions. */
export async function logIn(
  deps: LoginDeps,
  kind: AccountKind,
  attempt: LoginAttempt & SessionTimes,
): Promise<{ id: string; token: string }> {
  const login = await checkLogin(deps, kind, attempt);
  const token = await inTransaction(deps.db, async (tx) => {
    if (!(await keepsPassword(tx, kind, login))) throw wrongLogin();
    return beginSession(tx, kind, { ...attempt, id: login.id });
  });
  return { id: login.id, token };
}

/** A session for an account that has shown otherwise who it is, e.g. by signing up. */
export const openSession = (
  { db }: { db: Db },
  kind: AccountKind,
  session: SessionTimes & { id: string },
): Promise<string> => inTransaction(db, (tx) => beginSession(tx, kind, session));

/** The same together with something else, by whoever has locked the account. */
export const beginSession = (
  tx: Tx,
  kind: AccountKind,
  { id, ...session }: SessionTimes & { id: string },
): Promise<string> =>
  startSession(tx, kind === "user" ? { ...session, userId: id } : { ...session, customerId: id });

/** True when somebody else is still logged in with the same session. */
export const logOut = ({ db }: { db: Db }, kind: AccountKind, token: string): Promise<boolean> =>
  inTransaction(db, (tx) => endSession(tx, kind, token));
