import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import { expiredRows } from "../db/old-rows.ts";
import { compiled, compiledWrite } from "../db/statements.ts";
import { Refusal } from "../kernel/refusal.ts";
import { answerFor } from "./errors.ts";

/** The outcome of an earlier request with the same key. */
export interface IdempotencyRecord {
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
  /** The mark of the last transaction of the attempt that is known to be committed. */
  committed?: string;
}

const KEY_LIFETIME = sql`interval '24 hours'`;
// An attempt that takes longer has probably died. Should it be alive, it can no longer commit once the key is taken.
const LOCKED = sql`interval '20 seconds'`;

/** A request is the same if its fingerprint is one of these. The first one is stored. */
interface Fingerprints {
  fingerprints: readonly string[];
}

const insertClaim = compiled("idempotency-claim", (db, p: Claimed & Fingerprints) =>
  db
    .insertInto("tradewind.idempotency")
    .values({
      scope: p.scope,
      key: p.key,
      fingerprint: sql<string>`(${p.fingerprints}::text[])[1]`,
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
          sql<boolean>`idempotency.created_at < now() - ${KEY_LIFETIME}
            or (idempotency.state = 'started' and idempotency.locked_until < now()
              and idempotency.fingerprint = any(${p.fingerprints}::text[]))`,
        ),
    )
    .returning("key"),
);

const findRecord = compiled("idempotency-find", (db, p: Key & Fingerprints) =>
  db
    .selectFrom("tradewind.idempotency")
    .select([
      "state",
      "status",
      "headers",
      "body",
      sql<boolean>`fingerprint = any(${p.fingerprints}::text[])`.as("sameRequest"),
    ])
    .where("scope", "=", p.scope)
    .where("key", "=", p.key),
);

/** Claims the key for this request (null), or returns the outcome of the request that has it. */
export async function claim(db: Db, request: Claimed & Fingerprints): Promise<IdempotencyRecord | null> {
  const [taken] = await insertClaim(db, request);
  if (taken) return null;
  const [found] = await findRecord(db, request);
  // Released between the two statements: its owner failed, so this request may try.
  return found ? (found as IdempotencyRecord) : claim(db, request);
}

// Until there is an answer, its place holds a mark of the transaction. A commit whose connection was lost may still be
// under way while the transaction is repeated: the mark that it leaves is not the one that is known, and refuses the
// repetition.
const apply = compiledWrite<Key & { owner: string; committed: string | null; mark: string }>(
  "idempotency-applied",
  { updates: ["tradewind.idempotency"] },
  (p) => sql`with held as (update tradewind.idempotency set state = 'applied', body = ${p.mark}
      where scope = ${p.scope} and key = ${p.key} and owner = ${p.owner}
        and body is not distinct from ${p.committed} returning 1)
    select tradewind.assert_unchanged(exists (select 1 from held), 'check_violation')`,
);

const takenOver = { check: () => new Refusal("conflict", "A repetition of the request has taken its place") };

/** Refuses the commit if another attempt has claimed the key since, or if it has been committed before. */
export const markApplied = (tx: Tx, { committed, ...claimed }: Claimed, mark: string): Promise<void> =>
  apply(tx, { ...claimed, committed: committed ?? null, mark }, takenOver);

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
  const isCommitted = found?.state === "applied" && found.body === mark;
  if (isCommitted) claimed.committed = mark;
  return isCommitted;
}

interface Outcome extends Key {
  owner: string;
  committed: string | null;
  status: number;
  headers: string;
  body: string | null;
}

// A refusal that was caused by a commit of this very attempt is not its outcome.
const keep = compiled("idempotency-finish", (db, p: Outcome) =>
  db
    .updateTable("tradewind.idempotency")
    .set({ state: "finished", status: p.status, headers: sql`${p.headers}::jsonb`, body: p.body })
    .where("scope", "=", p.scope)
    .where("key", "=", p.key)
    .where("owner", "=", p.owner)
    .where(sql<boolean>`body is not distinct from ${p.committed}`),
);

export async function finish(
  db: Db,
  claimed: Claimed,
  answer: Pick<Outcome, "status" | "body"> & { headers: Record<string, string> },
): Promise<void> {
  const { scope, key, owner, committed = null } = claimed;
  await keep(db, { scope, key, owner, committed, ...answer, headers: JSON.stringify(answer.headers) });
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

const PAUSE = 250;
const TIMEOUT = 60_000;

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Saves the outcome of a request for repetitions of it. While the database cannot be reached, the answer does not wait:
 * the outcome is saved as soon as the database is back. A client that repeats the request then need not wait until the
 * claim of the first attempt expires.
 */
export class DeferredSaves {
  private isClosed = false;

  constructor(private readonly log: Log) {}

  async save(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (answerFor(error).status !== 503) throw error;
      this.saveLater(write);
    }
  }

  /** Repeats until it succeeds. */
  saveLater(write: () => Promise<void>, end = performance.now() + TIMEOUT): void {
    const retry = () => {
      if (this.isClosed) return;
      write().catch((error) => {
        if (performance.now() < end) this.saveLater(write, end);
        else this.log.warn({ err: error }, "the outcome of a request could not be saved");
      });
    };
    setTimeout(retry, PAUSE).unref();
  }

  /** Outcomes that are not saved yet are dropped: their claims expire. */
  close(): void {
    this.isClosed = true;
  }
}
