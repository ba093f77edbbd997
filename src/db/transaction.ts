import type pg from "pg";
import type { Connection, Db, Tx } from "./database.ts";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 4;

const isRetryable = (error: unknown) => {
  const code = (error as { code?: string }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws.
 * PostgreSQL may ask for a repetition (deadlock, serialization): the whole work is then done again, so it must
 * have no effect outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work);
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}

async function once<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  // The statement that meets a cut connection fails anyway; without a listener the whole process would end, too.
  const onCut = () => {};
  client.on("error", onCut);
  try {
    const tx = db.on(client);
    await tx.run({ text: "begin", values: [] });
    const result = await work(tx);
    for (const hook of db.beforeCommit) await hook(tx);
    await tx.run({ text: "commit", values: [] });
    return result;
  } catch (error) {
    broken = await rolledBack(db, client);
    throw error;
  } finally {
    client.off("error", onCut);
    client.release(broken);
  }
}

/**
 * For a write that is one statement, and so a transaction of its own. Not for the change a request is about: only
 * `inTransaction` marks its Idempotency-Key as applied.
 */
export const alone = (db: Db): Tx => db as Connection as Tx;

/** A client that cannot even roll back must not go back into the pool. */
async function rolledBack(db: Db, client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await db.on(client).run({ text: "rollback", values: [] });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
