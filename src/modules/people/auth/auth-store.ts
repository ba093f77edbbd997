import { sql } from "kysely";
import { BESIDE_V1 } from "../../../db/adoption.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { AccountKind } from "./account.ts";

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

const findUserByToken = compiled("caller-by-api-token", (db, p: { token: string }) =>
  db.selectFrom("user").select("id").where("api_token", "=", p.token).where("deleted_at", "is", null),
);

export async function findUserByApiToken(on: Connection, token: string): Promise<string | null> {
  const [user] = await findUserByToken(on, { token });
  return user?.id ?? null;
}

const account = {
  user: compiled("caller-user", (db, p: { id: string }) =>
    db
      .selectFrom("user")
      .select(["id", "password_hash"])
      .where("id", "=", p.id)
      .where("deleted_at", "is", null),
  ),
  customer: compiled("caller-customer", (db, p: { id: string }) =>
    db
      .selectFrom("customer")
      .select(["id", "password_hash"])
      .where("id", "=", p.id)
      .where("deleted_at", "is", null),
  ),
};

export async function findAccount(on: Connection, kind: AccountKind, id: string): Promise<Login | null> {
  const [found] = await account[kind](on, { id });
  return found ?? null;
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
