import type { Connection, Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { AccountKind, ReplaceHashes } from "../account.ts";
import { findLoginByEmail, hasCustomerAccount, type Login, lockIfPasswordUnchanged } from "../auth-store.ts";
import { deleteFirstPassword } from "../first-password-store.ts";
import { endSession, startSession } from "../session-store.ts";
import { hashWithArgon2, isOutdated, isPassword, isSlow } from "./hash-password.ts";

export interface SessionTimes {
  /** The previous session of the client; its other account, user or customer, stays logged in. */
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

/** `isEnded` is false while the other account of the session, user or customer, is still logged in. */
export async function logOut(
  { db }: { db: Db },
  kind: AccountKind,
  token: string | undefined,
): Promise<{ isEnded: boolean }> {
  if (!token) return { isEnded: false };
  const isStillInUse = await inTransaction(db, (tx) => endSession(tx, kind, token));
  return { isEnded: !isStillInUse };
}

interface LoginAttempt {
  email: string;
  password: string;
}

interface LoginDeps {
  db: Db;
  replaceHash: ReplaceHashes<Tx>;
}

export interface CheckedLogin {
  id: string;
  passwordHash: string;
}

/** The account. The refusal does not reveal whether the email or the password was wrong. */
export async function checkLogin(
  deps: LoginDeps,
  kind: AccountKind,
  attempt: LoginAttempt,
): Promise<CheckedLogin> {
  const checked = await checkPassword(deps, kind, attempt);
  if (kind === "user") await deleteFirstPassword(deps.db, checked.id);
  return checked;
}

async function checkPassword(
  { db, replaceHash }: LoginDeps,
  kind: AccountKind,
  { email, password }: LoginAttempt,
): Promise<CheckedLogin> {
  const login = await findLoginByEmail(db, kind, email);
  const isRight = login?.password_hash ? await isPassword(login.password_hash, password) : false;
  if (!login?.password_hash || !isRight) {
    await spendTheSameTime(login, password);
    throw wrongLogin();
  }
  // v1 could not check the new hash.
  if (login.isBesideV1 || !isOutdated(login.password_hash))
    return { id: login.id, passwordHash: login.password_hash };
  const change = { id: login.id, old: login.password_hash, hash: await hashWithArgon2(password) };
  const isReplaced = await inTransaction(db, (tx) => replaceHash[kind](tx, change));
  // Otherwise another request has replaced the hash or changed the password at the same moment.
  return isReplaced
    ? { id: login.id, passwordHash: change.hash }
    : checkPassword({ db, replaceHash }, kind, { email, password });
}

const wrongLogin = () => new Refusal("unauthorized", "Unauthorized");

let decoy: Promise<string> | undefined;

/** A refusal takes the same time without an account, or with a fast hash of v1. */
async function spendTheSameTime(login: Login | null, password: string): Promise<void> {
  if (login?.password_hash && isSlow(login.password_hash)) return;
  decoy ??= hashWithArgon2("a password that no account has");
  await isPassword(await decoy, password);
}

/** Whether a customer has an account with this email. False for guests and for invalid emails. */
export const emailHasAccount = ({ db }: { db: Connection }, email: string): Promise<boolean> =>
  hasCustomerAccount(db, email);
