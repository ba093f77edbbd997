import { isOutdated } from "./connections/batch.ts";
import { type Connection, type Db, type Tx, type WriteConnection, withClient } from "./database.ts";
import {
  CommitOutcomeUnknown,
  commitError,
  isCommitted,
  type WasCommitted,
} from "./transactions/commit-outcome.ts";
import { JoinableTransaction, refuseJoined, runJoined } from "./transactions/joined-transaction.ts";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 4;

const isRetryable = (error: unknown) => {
  const code = (error as { code?: string }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK || isOutdated(error);
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * After a deadlock or a serialization failure the whole work is repeated, so it must have no effect outside the
 * database.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  runJoined(db.pool, work, db.beforeCommit) ??
  runWithCache(db, work, async (tx) => {
    let wasCommitted: WasCommitted | undefined;
    for (const hook of db.beforeCommit) {
      const returned = await hook(tx);
      if (typeof returned === "function") wasCommitted = returned as WasCommitted;
    }
    return wasCommitted;
  });

/**
 * A transaction in addition to the change that a request makes, for example to record a call to a payment provider
 * before it is made. It does not mark the request's Idempotency-Key as applied, so that a repetition after a crash
 * continues from what it recorded.
 */
export function inSideTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  refuseJoined("This operation");
  return runWithCache(db, work, async () => undefined);
}

/**
 * The same as `inTransaction` for work that lets operations of the API join it: they run as parts of it, and after the commit
 * they count as committed.
 */
export async function inJoinableTransaction<T>(
  db: Db,
  work: (tx: Tx, joinable: JoinableTransaction) => Promise<T>,
): Promise<T> {
  let parts: readonly Tx[] = [];
  const result = await inTransaction(db, async (tx) => {
    const joinable = new JoinableTransaction(db.pool, tx);
    const returned = await work(tx, joinable).catch((error) => {
      // A deadlock of an operation: the whole work is repeated, whatever was made of its error.
      throw joinable.fatal ?? error;
    });
    if (joinable.fatal !== undefined) throw joinable.fatal;
    parts = joinable.parts;
    return returned;
  });
  for (const part of parts) for (const listener of db.afterCommit) listener(part);
  return result;
}

type BeforeCommit = (tx: Tx) => Promise<WasCommitted | undefined>;

interface RunOptions {
  beforeCommit: BeforeCommit;
  isOptimistic: boolean;
}

/** The work used cached rows that have changed, or that are not known to be unchanged. */
class OutdatedCache extends Error {}

/** With cached rows first; without them when they turn out to be outdated. */
async function runWithCache<T>(db: Db, work: (tx: Tx) => Promise<T>, beforeCommit: BeforeCommit): Promise<T> {
  try {
    return await runWithRetries(db, work, { beforeCommit, isOptimistic: true });
  } catch (error) {
    if (!(error instanceof OutdatedCache)) throw error;
    return runWithRetries(db, work, { beforeCommit, isOptimistic: false });
  }
}

async function runWithRetries<T>(db: Db, work: (tx: Tx) => Promise<T>, options: RunOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, options);
    } catch (error) {
      if (error instanceof CommitOutcomeUnknown) {
        if (await isCommitted(error)) return error.result;
        if (attempt === ATTEMPTS) throw error.cause;
      } else if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}

const runOnce = <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { beforeCommit, isOptimistic }: RunOptions,
): Promise<T> =>
  withClient(db.pool, async (client, discard) => {
    const tx = db.begin(client, { isOptimistic });
    try {
      const result = await work(tx);
      const wasCommitted = await beforeCommit(tx);
      await tx.commit().catch((error) => {
        throw commitError(error, { result, wasCommitted });
      });
      for (const listener of db.afterCommit) listener(tx);
      return result;
    } catch (error) {
      const hasOpenChecks = tx.hasOpenChecks();
      await tx.rollback().catch(discard);
      throw hasOpenChecks ? new OutdatedCache("cached rows have changed", { cause: error }) : error;
    }
  });

/**
 * For statements that need no common transaction: each commits by itself. Not for the change that a request makes: only
 * `inTransaction` marks its Idempotency-Key as applied.
 */
export const autocommit = (db: Db): WriteConnection => db as Connection as WriteConnection;
