import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { expiredRows } from "../../../db/old-rows.ts";
import { compiled, compiledWrite } from "../../../db/statements.ts";
import type { Granted } from "../../../kernel/permissions.ts";
import type { AccountKind } from "./account.ts";
import { grantedTo, roleOfUser } from "./granted-store.ts";

/** The owner of a session. One session may have a user and a customer at the same time. */
export interface SessionOwner {
  userId: string | null;
  customerId: string | null;
  /** What the user may do. */
  granted: Granted;
  /** The API token that identified the user. */
  apiToken?: string;
}

// Only the hash is stored: reading the table is not enough to use a session.
const hashOf = (token: string) => createHash("sha256").update(token).digest();

const findOwner = compiled("session-owner", (db, p: { tokenHash: Buffer }) =>
  db
    .selectFrom("tradewind.session as session")
    .leftJoin("user", (join) =>
      join.onRef("user.id", "=", "session.user_id").on("user.deleted_at", "is", null),
    )
    .leftJoin("customer", (join) =>
      join.onRef("customer.id", "=", "session.customer_id").on("customer.deleted_at", "is", null),
    )
    .select(["user.id as userId", "customer.id as customerId"])
    .select(roleOfUser(sql.ref("session.user_id")))
    .where("session.token_hash", "=", p.tokenHash)
    .where("session.expires_at", ">", sql<Date>`now()`),
);

export async function findSessionOwner(on: Connection, token: string): Promise<SessionOwner | null> {
  const [owner] = await findOwner(on, { tokenHash: hashOf(token) });
  return owner ? { userId: owner.userId, customerId: owner.customerId, granted: grantedTo(owner) } : null;
}

const insertSession = compiled(
  "session-start",
  (
    db,
    p: { old: Buffer; tokenHash: Buffer; userId: string | null; customerId: string | null; lifetime: number },
  ) =>
    db
      .with("old", (cte) =>
        cte
          .deleteFrom("tradewind.session")
          .where("token_hash", "=", p.old)
          .returning(["user_id", "customer_id", "expires_at"]),
      )
      .insertInto("tradewind.session")
      .values((value) => {
        const otherHalf = (column: "user_id" | "customer_id") =>
          value.selectFrom("old").select(column).where("expires_at", ">", sql<Date>`now()`);
        return {
          token_hash: p.tokenHash,
          user_id: sql<string | null>`coalesce(${p.userId}::text, ${otherHalf("user_id")})`,
          customer_id: sql<string | null>`coalesce(${p.customerId}::text, ${otherHalf("customer_id")})`,
          // By the clock of the database, which also checks the expiry.
          expires_at: sql<Date>`now() + ${p.lifetime}::float8 * interval '1 millisecond'`,
        };
      }),
);

const lockCustomer = compiledWrite<{ id: string }>(
  "session-lock-customer",
  {},
  (p) => sql`select id from customer where id = ${p.id} for no key update`,
);

const endOldest = compiledWrite<{ id: string; most: number }>(
  "session-end-oldest",
  { updates: ["tradewind.session"], deletes: ["tradewind.session"] },
  // A session that also has a user stays for the user.
  (p) => sql`with oldest as (
      select token_hash, user_id from tradewind.session where customer_id = ${p.id}
      order by expires_at desc, token_hash offset ${p.most}
    ), left_to_user as (
      update tradewind.session set customer_id = null
      where token_hash in (select token_hash from oldest where user_id is not null)
    )
    delete from tradewind.session where token_hash in (select token_hash from oldest where user_id is null)`,
);

/** Creates a new token at every login, against session fixation. The other account of the old session, user or customer, stays logged in. */
export async function startSession(
  tx: Tx,
  session: {
    oldToken: string | undefined;
    userId?: string;
    customerId?: string;
    lifetime: number;
    customerSessions: number;
  },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertSession(tx, {
    old: hashOf(session.oldToken ?? ""),
    tokenHash: hashOf(token),
    userId: session.userId ?? null,
    customerId: session.customerId ?? null,
    lifetime: session.lifetime,
  });
  if (session.customerId) {
    await lockCustomer(tx, { id: session.customerId });
    await endOldest(tx, { id: session.customerId, most: session.customerSessions });
  }
  return token;
}

const leave = {
  user: compiled("session-leave-user", (db, p: { tokenHash: Buffer }) =>
    db
      .updateTable("tradewind.session")
      .set({ user_id: null })
      .where("token_hash", "=", p.tokenHash)
      .returning("customer_id as other"),
  ),
  customer: compiled("session-leave-customer", (db, p: { tokenHash: Buffer }) =>
    db
      .updateTable("tradewind.session")
      .set({ customer_id: null })
      .where("token_hash", "=", p.tokenHash)
      .returning("user_id as other"),
  ),
};

const deleteSession = compiled("session-delete", (db, p: { tokenHash: Buffer }) =>
  db.deleteFrom("tradewind.session").where("token_hash", "=", p.tokenHash),
);

/**
 * Logs the user or the customer of the session out. Returns whether the other one is still logged in; if not, the session is
 * deleted.
 */
export async function endSession(tx: Tx, kind: AccountKind, token: string): Promise<boolean> {
  const tokenHash = hashOf(token);
  const [left] = await leave[kind](tx, { tokenHash });
  if (left?.other) return true;
  await deleteSession(tx, { tokenHash });
  return false;
}

const deleteOf = {
  user: compiled("sessions-of-user", (db, p: { id: string }) =>
    db.updateTable("tradewind.session").set({ user_id: null }).where("user_id", "=", p.id),
  ),
  customer: compiled("sessions-of-customer", (db, p: { id: string }) =>
    db.updateTable("tradewind.session").set({ customer_id: null }).where("customer_id", "=", p.id),
  ),
};

/** Ends all sessions of an account, after a new password or a deletion. */
export async function endAllSessions(tx: Tx, kind: AccountKind, id: string): Promise<void> {
  await deleteOf[kind](tx, { id });
}

export const deleteExpiredSessions = expiredRows("tradewind.session", "expires_at < now()");
