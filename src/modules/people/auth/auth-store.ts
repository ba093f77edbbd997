import { sql } from "kysely";
import { BESIDE_V1 } from "../../../db/adoption.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Granted } from "../../../kernel/permissions.ts";
import type { AccountKind } from "./account.ts";
import { hashedToken, hasTokenHash } from "./api-token-store.ts";
import { grantedTo, roleOfUser } from "./granted-store.ts";

export interface Login {
  id: string;
  password_hash: string | null;
}

/** `isBesideV1`: v1 may check the password too. */
type FoundLogin = Login & { isBesideV1: boolean };

const findLogin = {
  user: compiled("login-user", (db, p: { email: string }) =>
    db
      .selectFrom("user")
      .select(["id", "password_hash", BESIDE_V1.as("isBesideV1")])
      .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
      .where("deleted_at", "is", null)
      .orderBy(sql`email = ${p.email}`, "desc")
      .orderBy("created_at")
      .limit(1),
  ),
  customer: compiled("login-customer", (db, p: { email: string }) =>
    db
      .selectFrom("customer")
      .select(["id", "password_hash", BESIDE_V1.as("isBesideV1")])
      .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
      .where("has_account", "=", true)
      .where("deleted_at", "is", null)
      .orderBy(sql`email = ${p.email}`, "desc")
      .orderBy("created_at")
      .limit(1),
  ),
};

/** Emails are stored in lower case, except by other programs. If several match, the exact one is used. */
export async function findLoginByEmail(
  on: Connection,
  kind: AccountKind,
  email: string,
): Promise<FoundLogin | null> {
  const [login] = await findLogin[kind](on, { email });
  return login ?? null;
}

const lockLogin = {
  user: compiled("login-lock-user", (db, p: { id: string; hash: string }) =>
    db
      .selectFrom("user")
      .select("id")
      .where("id", "=", p.id)
      .where("password_hash", "=", p.hash)
      .where("deleted_at", "is", null)
      .forShare(),
  ),
  customer: compiled("login-lock-customer", (db, p: { id: string; hash: string }) =>
    db
      .selectFrom("customer")
      .select("id")
      .where("id", "=", p.id)
      .where("password_hash", "=", p.hash)
      .where("deleted_at", "is", null)
      // Logins of one customer are serialized: see `startSession`.
      .forNoKeyUpdate(),
  ),
};

/** Whether the account still has this password. Locks it until the end of the transaction. */
export async function lockIfPasswordUnchanged(
  tx: Tx,
  kind: AccountKind,
  login: { id: string; passwordHash: string },
): Promise<boolean> {
  return (await lockLogin[kind](tx, { id: login.id, hash: login.passwordHash })).length > 0;
}

const findUserByToken = compiled("caller-by-api-token", (db, p: { hash: string }) =>
  db
    .selectFrom("user")
    .select("id")
    .select(roleOfUser(sql.ref("user.id")))
    .where(hasTokenHash(p.hash))
    .where("deleted_at", "is", null),
);

/** A user, and what they may do. */
interface FoundUser {
  id: string;
  granted: Granted;
}

export async function findUserByApiToken(on: Connection, token: string): Promise<FoundUser | null> {
  const [user] = await findUserByToken(on, { hash: hashedToken(token) });
  return user ? { id: user.id, granted: grantedTo(user) } : null;
}

const account = {
  user: compiled("caller-user", (db, p: { id: string }) =>
    db
      .selectFrom("user")
      .select(["id", "password_hash"])
      .select(roleOfUser(sql.ref("user.id")))
      .where("id", "=", p.id)
      .where("deleted_at", "is", null),
  ),
  customer: compiled("caller-customer", (db, p: { id: string }) =>
    db
      .selectFrom("customer")
      .select(["id", "password_hash"])
      .select([sql<string[] | null>`null`.as("permissions"), sql<boolean>`true`.as("hasRoles")])
      .where("id", "=", p.id)
      .where("deleted_at", "is", null),
  ),
};

/** The account; of a user also what they may do. */
export async function findAccount(
  on: Connection,
  kind: AccountKind,
  id: string,
): Promise<(Login & { granted: Granted }) | null> {
  const [found] = await account[kind](on, { id });
  return found ? { id: found.id, password_hash: found.password_hash, granted: grantedTo(found) } : null;
}

const countAccounts = compiled("auth-email-exists", (db, p: { email: string }) =>
  db
    .selectFrom("customer")
    .select(sql<number>`1`.as("one"))
    .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
    .where("has_account", "=", true)
    .where("deleted_at", "is", null),
);

export async function hasCustomerAccount(on: Connection, email: string): Promise<boolean> {
  return (await countAccounts(on, { email })).length > 0;
}
