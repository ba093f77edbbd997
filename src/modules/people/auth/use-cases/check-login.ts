import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import type { AccountKind, ReplaceHashes } from "../account.ts";
import { findLoginByEmail, type Login } from "../auth-store.ts";
import { hashPassword, isOutdated, isPassword } from "./hash-password.ts";

export interface LoginAttempt {
  email: string;
  password: string;
}

export interface LoginDeps {
  db: Db;
  replaceHash: ReplaceHashes<Tx>;
}

export interface CheckedLogin {
  id: string;
  passwordHash: string;
}

/** The account. The refusal does not reveal whether the email or the password was wrong. */
export async function checkLogin(
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
  if (!isOutdated(login.password_hash)) return { id: login.id, passwordHash: login.password_hash };
  const change = { id: login.id, old: login.password_hash, hash: await hashPassword(password) };
  const isReplaced = await inTransaction(db, (tx) => replaceHash[kind](tx, change));
  // Otherwise another request has replaced the hash or changed the password at the same moment.
  return isReplaced
    ? { id: login.id, passwordHash: change.hash }
    : checkLogin({ db, replaceHash }, kind, { email, password });
}

export const wrongLogin = () => new Refusal("unauthorized", "Unauthorized");

let decoy: Promise<string> | undefined;

/** A refusal takes the same time without an account, or with a fast hash of v1. */
async function spendTheSameTime(login: Login | null, password: string): Promise<void> {
  if (login?.password_hash && !isOutdated(login.password_hash)) return;
  decoy ??= hashPassword("a password that no account has");
  await isPassword(await decoy, password);
}
