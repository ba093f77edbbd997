import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import type { Invite } from "./invite.ts";

const columns = ["id", "user_email", "role", "accepted", "token", "expires_at"] as const;

const lock = compiled("invite-lock", (db, p: { id: string }) =>
  db.selectFrom("invite").select(columns).where("id", "=", p.id).where("deleted_at", "is", null).forUpdate(),
);

export async function lockInvite(tx: Tx, id: string): Promise<Invite | null> {
  const [found] = await lock(tx, { id });
  return found ?? null;
}

const find = compiled("invite-find", (db, p: { id: string }) =>
  db.selectFrom("invite").select(columns).where("id", "=", p.id).where("deleted_at", "is", null),
);

export async function findInvite(on: Connection, id: string): Promise<Invite | null> {
  const [found] = await find(on, { id });
  return found ?? null;
}

const idOf = compiled("invite-id-by-email", (db, p: { email: string }) =>
  db.selectFrom("invite").select("id").where("user_email", "=", p.email),
);

export async function findInviteId(tx: Tx, email: string): Promise<string | null> {
  const [found] = await idOf(tx, { email });
  return found?.id ?? null;
}

const removeEnded = compiled("invite-delete-ended", (db, p: { email: string }) =>
  db
    .deleteFrom("invite")
    .where("user_email", "=", p.email)
    .where((where) => where.or([where("deleted_at", "is not", null), where("accepted", "=", true)])),
);

/** The table has one row for an email. The new invite has another id, so that tokens of the old one are not valid for it. */
export async function deleteEndedInvite(tx: Tx, email: string): Promise<void> {
  await removeEnded(tx, { email });
}

const removeRow = compiled("invite-replace", (db, p: { id: string }) =>
  db.deleteFrom("invite").where("id", "=", p.id),
);

/** Makes room for another invite of the same email. Its role goes with it. */
export async function replaceInvite(tx: Tx, id: string): Promise<void> {
  await removeRow(tx, { id });
}

const save = compiled("invite-save", (db, p: Invite) =>
  db
    .insertInto("invite")
    .values({
      id: p.id,
      user_email: p.user_email,
      role: p.role,
      accepted: p.accepted,
      token: p.token,
      expires_at: p.expires_at,
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        role: sql`excluded.role`,
        accepted: sql`excluded.accepted`,
        token: sql`excluded.token`,
        expires_at: sql`excluded.expires_at`,
        updated_at: sql`now()`,
      }),
    ),
);

export async function saveInvite(tx: Tx, invite: Invite): Promise<void> {
  await save(tx, invite);
}

const remove = compiled("invite-delete", (db, p: { id: string }) =>
  db
    .updateTable("invite")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .returning("id"),
);

export async function deleteInviteRow(tx: Tx, id: string): Promise<{ existed: boolean }> {
  return { existed: (await remove(tx, { id })).length > 0 };
}
