import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";

/** The first user of the shop, whose generated password is still unused. */
export interface FirstPassword {
  userId: string;
  email: string;
  salt: string;
  passwordHash: string;
}

const find = compiled("first-password", (db, _: object) =>
  db
    .selectFrom("tradewind.first_password as first")
    .innerJoin("user", (join) =>
      join
        .onRef("user.id", "=", "first.user_id")
        .onRef("user.password_hash", "=", "first.password_hash")
        .on("user.deleted_at", "is", null),
    )
    .select(["user.id as userId", "user.email", "first.salt", "first.password_hash as passwordHash"]),
);

/** Null after a login or a change of the password. */
export async function findFirstPassword(on: Connection): Promise<FirstPassword | null> {
  const [found] = await find(on, {});
  return found ?? null;
}

const save = compiledReturningWrite<Omit<FirstPassword, "email">, unknown>(
  "first-password-save",
  { inserts: ["tradewind.first_password"], updates: ["tradewind.first_password"] },
  (p) => sql`
    insert into tradewind.first_password (user_id, salt, password_hash) values (${p.userId}, ${p.salt}, ${p.passwordHash})
    on conflict (user_id) do update set salt = excluded.salt, password_hash = excluded.password_hash`,
);

export async function saveFirstPassword(tx: Tx, first: Omit<FirstPassword, "email">): Promise<void> {
  await save(tx, first);
}

const remove = compiledReturningWrite<{ userId: string }, unknown>(
  "first-password-delete",
  { deletes: ["tradewind.first_password"] },
  (p) => sql`delete from tradewind.first_password where user_id = ${p.userId}`,
);

/** After a login: no start shows the password any more. */
export async function deleteFirstPassword(on: Connection, userId: string): Promise<void> {
  await remove(on, { userId });
}
