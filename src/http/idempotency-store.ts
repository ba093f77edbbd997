import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { expiredRows } from "../db/old-rows.ts";
import { compiled, compiledWrite } from "../db/statements.ts";
import { Refusal } from "../kernel/refusal.ts";

/** What is known of an earlier request with the same key. */
export interface Record_ {
  state: string;
  sameRequest: boolean;
  status: number | null;
  headers: Record<string, string> | null;
  body: string | null;
}

interface Key {
  scope: string;
  key: string;
}

/** A key that is held by one attempt to carry out its request. */
export interface Claimed extends Key {
  owner: string;
}

const KEPT = sql`interval '24 hours'`;
// An attempt that takes longer has probably died. Should it be alive, it can no longer commit once the key is taken.
const LOCKED = sql`interval '20 seconds'`;

const insertClaim = compiled("idempotency-claim", (db, p: Claimed & { fingerprint: string }) =>
  db
    .insertInto("tradewind.idempotency")
    .values({
      scope: p.scope,
      key: p.key,
      fingerprint: p.fingerprint,
      state: "started",
      owner: p.owner,
      locked_until: sql<Date>`now() + ${LOCKED}`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["scope", "key"])
        .doUpdateSet({
          fingerprint: sql`excluded.fingerprint`,
          state: "started",
          owner: sql`excluded.owner`,
          status: null,
          headers: null,
          body: null,
          locked_until: sql<Date>`now() + ${LOCKED}`,
          created_at: sql<Date>`now()`,
        })
        .where(
          sql<boolean>`idempotency.created_at < now() - ${KEPT}
            or (idempotency.state = 'started' and idempotency.locked_until < now() and idempotency.fingerprint = excluded.fingerprint)`,
        ),
    )
    .returning("key"),
);

const findRecord = compiled("idempotency-find", (db, p: Key & { fingerprint: string }) =>
  db
    .selectFrom("tradewind.idempotency")
    .select([
      "state",
      "status",
      "headers",
      "body",
      sql<boolean>`fingerprint = ${p.fingerprint}`.as("sameRequest"),
    ])
    .where("scope", "=", p.scope)
    .where("key", "=", p.key),
);

/** Claims the key for this request (null), or returns the outcome of the request that has it. */
export async function claim(db: Db, request: Claimed & { fingerprint: string }): Promise<Record_ | null> {
  const [taken] = await insertClaim(db, request);
  if (taken) return null;
  const [found] = await findRecord(db, request);
  // Released between the two statements: its owner failed, so this request may try.
  return found ? (found as Record_) : claim(db, request);
}

// Until there is an answer, its place holds a mark of the transaction.
const apply = compiledWrite<Claimed & { mark: string }>(
  "idempotency-applied",
  { updates: ["tradewind.idempotency"] },
  (p) => sql`with held as (update tradewind.idempotency set state = 'applied', body = ${p.mark}
      where scope = ${p.scope} and key = ${p.key} and owner = ${p.owner} returning 1)
    select tradewind.assert_unchanged(exists (select 1 from held), 'check_violation')`,
);

const takenOver = { check: () => new Refusal("conflict", "A repetition of the request has taken its place") };

/** Refuses to commit where another attempt has taken the key meanwhile. */
export const markApplied = (tx: Tx, claimed: Claimed, mark: string): Promise<void> =>
  apply(tx, { ...claimed, mark }, takenOver);

// Without the mark in the condition: a transaction that is still committing holds the row lock, and this waits for it.
const lockMark = compiled("idempotency-mark", (db, p: Claimed) =>
  db
    .selectFrom("tradewind.idempotency")
    .select(["state", "body"])
    .where("scope", "=", p.scope)
    .where("key", "=", p.key)
    .where("owner", "=", p.owner)
    .forUpdate(),
);

/** Whether the transaction that left this mark was committed. */
export async function isApplied(db: Db, claimed: Claimed, mark: string): Promise<boolean> {
  const [found] = await lockMark(db, claimed);
  return found?.state === "applied" && found.body === mark;
}

const keep = compiled(
  "idempotency-finish",
  (db, p: Claimed & { status: number; headers: string; body: string | null }) =>
    db
      .updateTable("tradewind.idempotency")
      .set({ state: "finished", status: p.status, headers: sql`${p.headers}::jsonb`, body: p.body })
      .where("scope", "=", p.scope)
      .where("key", "=", p.key)
      .where("owner", "=", p.owner),
);

export async function finish(
  db: Db,
  claimed: Claimed,
  answer: { status: number; headers: Record<string, string>; body: string | null },
): Promise<void> {
  await keep(db, { ...claimed, ...answer, headers: JSON.stringify(answer.headers) });
}

const drop = compiled("idempotency-release", (db, p: Claimed) =>
  db
    .deleteFrom("tradewind.idempotency")
    .where("scope", "=", p.scope)
    .where("key", "=", p.key)
    .where("owner", "=", p.owner)
    .where("state", "=", "started"),
);

/** After a fault of ours that changed nothing, the same key may be tried again. */
export async function release(db: Db, claimed: Claimed): Promise<void> {
  await drop(db, claimed);
}

export const deleteOldKeys = expiredRows("tradewind.idempotency", "created_at < now() - interval '25 hours'");
