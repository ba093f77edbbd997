import { sql } from "kysely";
import { refusing } from "../../../db/constraint.ts";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import { hasTokenHash } from "../auth/index.ts";
import type { User } from "./user.ts";

const columns = ["id", "email", "first_name", "last_name", "role", "api_token", "metadata"] as const;

const insert = compiled("user-insert", (db, p: User & { password_hash: string }) =>
  db.insertInto("user").values({
    id: p.id,
    email: p.email,
    first_name: p.first_name,
    last_name: p.last_name,
    role: p.role,
    password_hash: p.password_hash,
    api_token: p.api_token,
    metadata: p.metadata,
  }),
);

const emailTaken = () => invalid("A user with the same email already exists.");

/** Under `lockTeam`. The check for an existing email is not case-sensitive. */
export async function insertUser(tx: Tx, user: User, passwordHash: string): Promise<void> {
  if (await findUserByEmail(tx, user.email)) throw emailTaken();
  await refusing(insert(tx, { ...user, password_hash: passwordHash }), {
    unique: emailTaken,
  });
}

const lock = compiled("user-lock", (db, p: { id: string }) =>
  db.selectFrom("user").select(columns).where("id", "=", p.id).where("deleted_at", "is", null).forUpdate(),
);

export async function lockUser(tx: Tx, id: string): Promise<User> {
  const [found] = await lock(tx, { id });
  if (!found) throw notFound("User", id);
  return { ...found, metadata: found.metadata as Metadata | null };
}

const lockByEmail = compiled("user-lock-by-email", (db, p: { email: string }) =>
  db
    .selectFrom("user")
    .select([...columns, "password_hash"])
    .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
    .where("deleted_at", "is", null)
    .orderBy(sql`email = ${p.email}`, "desc")
    .orderBy("created_at")
    .limit(1)
    .forUpdate(),
);

export type UserWithPassword = User & { password_hash: string | null };

export async function lockUserByEmail(tx: Tx, email: string): Promise<UserWithPassword | null> {
  const [found] = await lockByEmail(tx, { email });
  return found ? { ...found, metadata: found.metadata as Metadata | null } : null;
}

const update = compiled("user-update", (db, p: User) =>
  db
    .updateTable("user")
    .set({
      first_name: p.first_name,
      last_name: p.last_name,
      role: p.role,
      api_token: p.api_token,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

export async function saveUser(tx: Tx, user: User): Promise<void> {
  await update(tx, user);
}

const updatePassword = compiled("user-update-password", (db, p: { id: string; hash: string }) =>
  db.updateTable("user").set({ password_hash: p.hash, updated_at: sql`now()` }).where("id", "=", p.id),
);

export async function savePassword(tx: Tx, id: string, hash: string): Promise<void> {
  await updatePassword(tx, { id, hash });
}

const remove = compiled("user-delete", (db, p: { id: string }) =>
  db
    .updateTable("user")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

/** False if the user does not exist. */
export async function deleteUserRow(tx: Tx, id: string): Promise<boolean> {
  return (await remove(tx, { id })).length > 0;
}

const anyUser = compiled("user-any", (db, _: object) =>
  db.selectFrom("user").select("id").where("deleted_at", "is", null).limit(1),
);

export async function hasUsers(on: Connection): Promise<boolean> {
  return (await anyUser(on, {})).length > 0;
}

const holders = compiled("user-api-token-holders", (db, p: { hash: string; id: string }) =>
  db
    .selectFrom("user")
    .select("id")
    .where(hasTokenHash(p.hash))
    .where("deleted_at", "is", null)
    .where("id", "!=", p.id)
    .limit(1),
);

export async function isTokenOfAnother(tx: Tx, token: { hash: string; id: string }): Promise<boolean> {
  return (await holders(tx, token)).length > 0;
}

const byEmail = compiled("user-by-email", (db, p: { email: string }) =>
  db
    .selectFrom("user")
    .select(["id", "email", "password_hash"])
    .where(sql`lower(email)`, "=", sql`lower(${p.email})`)
    .where("deleted_at", "is", null)
    .orderBy(sql`email = ${p.email}`, "desc")
    .orderBy("created_at")
    .limit(1),
);

export async function findUserByEmail(
  on: Connection,
  email: string,
): Promise<Pick<UserWithPassword, "id" | "email" | "password_hash"> | null> {
  const [found] = await byEmail(on, { email });
  return found ?? null;
}

const list = compiled("user-list", (db, _: object) =>
  db
    .selectFrom("user")
    .select(["id", "email", "role", "first_name", "last_name", "created_at"])
    .select(sql<boolean>`api_token is not null`.as("hasApiToken"))
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id"),
);

export const listUserRows = (on: Connection) => list(on, {});

const rehash = compiled("user-replace-hash", (db, p: { id: string; old: string; hash: string }) =>
  db
    .updateTable("user")
    .set({ password_hash: p.hash })
    .where("id", "=", p.id)
    .where("password_hash", "=", p.old)
    .returning("id"),
);

/** False if the hash is no longer the one that was checked: a new password is not overwritten. */
export async function replaceUserHash(
  tx: Tx,
  change: { id: string; old: string; hash: string },
): Promise<boolean> {
  return (await rehash(tx, change)).length > 0;
}
