import { setTimeout as delay } from "node:timers/promises";
import { isBroken } from "./broken-connection.ts";

const PATIENCE = 10_000;
const PAUSE = 100;

/**
 * Finds out whether a transaction was committed, by something that it wrote. Its number would not do: PostgreSQL gives
 * the numbers of transactions that were lost in a crash to others.
 */
export type WasCommitted = () => Promise<boolean>;

/** The answer to a commit did not arrive: it may have happened. Holds what the work came to, should it have. */
export class LostCommit<T> extends Error {
  constructor(
    readonly result: T,
    readonly wasCommitted: WasCommitted,
    override readonly cause: unknown,
  ) {
    super("the answer to a commit was lost", { cause });
  }
}

/** What to throw when a commit failed with this error. */
export const asLostCommit = <T>(
  error: unknown,
  { result, wasCommitted }: { result: T; wasCommitted: WasCommitted | undefined },
): unknown => (wasCommitted && isBroken(error) ? new LostCommit(result, wasCommitted, error) : error);

/** What became of it, as soon as PostgreSQL can tell; throws when it cannot for long. */
export async function isCommitted({ wasCommitted, cause }: LostCommit<unknown>): Promise<boolean> {
  const end = performance.now() + PATIENCE;
  while (performance.now() < end) {
    // Where the database is gone itself, it may be back in a moment.
    const isSo = await wasCommitted().catch(() => null);
    if (isSo !== null) return isSo;
    await delay(PAUSE);
  }
  throw cause;
}
