import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { AccountKind } from "../account.ts";
import { lockIfPasswordUnchanged } from "../auth-store.ts";
import { endSession, startSession } from "../session-store.ts";
import { checkLogin, type LoginAttempt, type LoginDeps, wrongLogin } from "./check-login.ts";

export interface SessionTimes {
  /** The previous session of the client; its other half stays logged in. */
  oldToken: string | undefined;
  /** In milliseconds. */
  lifetime: number;
  /** The maximum number of sessions of a customer. */
  customerSessions: number;
}

/** Checks the password and opens a session. Refuses if the password was changed since the check. */
export async function logIn(
  deps: LoginDeps,
  kind: AccountKind,
  attempt: LoginAttempt & SessionTimes,
): Promise<{ id: string; token: string }> {
  const login = await checkLogin(deps, kind, attempt);
  const token = await inTransaction(deps.db, async (tx) => {
    if (!(await lockIfPasswordUnchanged(tx, kind, login))) throw wrongLogin();
    return beginSession(tx, kind, { ...attempt, id: login.id });
  });
  return { id: login.id, token };
}

/** A session for an account that was identified without a password, e.g. at sign-up. */
export const openSession = (
  { db }: { db: Db },
  kind: AccountKind,
  session: SessionTimes & { id: string },
): Promise<string> => inTransaction(db, (tx) => beginSession(tx, kind, session));

/** The same inside a transaction that has locked the account. */
export const beginSession = (
  tx: Tx,
  kind: AccountKind,
  { id, ...session }: SessionTimes & { id: string },
): Promise<string> =>
  startSession(tx, kind === "user" ? { ...session, userId: id } : { ...session, customerId: id });

/** Returns whether the other half of the session is still logged in. */
export const logOut = ({ db }: { db: Db }, kind: AccountKind, token: string): Promise<boolean> =>
  inTransaction(db, (tx) => endSession(tx, kind, token));
