import { setTimeout as delay } from "node:timers/promises";
import { isConnectionError } from "../connections/connection-loss.ts";

const TIMEOUT = 10_000;
const PAUSE = 100;

/**
 * Finds out whether a transaction was committed, by a row that it wrote. Its transaction id would not do: after a crash
 * PostgreSQL gives the ids of lost transactions to others.
 */
export type WasCommitted = () => Promise<boolean>;

/** The connection was lost during a commit: it may have happened. `result` is valid if it has. */
export class CommitOutcomeUnknown<T> extends Error {
  constructor(
    readonly result: T,
    readonly wasCommitted: WasCommitted,
    override readonly cause: unknown,
  ) {
    super("the connection was lost during a commit", { cause });
  }
}

/** The error to throw when a commit failed with this one. */
export const commitError = <T>(
  error: unknown,
  { result, wasCommitted }: { result: T; wasCommitted: WasCommitted | undefined },
): unknown =>
  wasCommitted && isConnectionError(error) ? new CommitOutcomeUnknown(result, wasCommitted, error) : error;

/** Asks until PostgreSQL answers; throws the original error when it does not for too long. */
export async function isCommitted({ wasCommitted, cause }: CommitOutcomeUnknown<unknown>): Promise<boolean> {
  const end = performance.now() + TIMEOUT;
  while (performance.now() < end) {
    // The server itself may be down, and back in a moment.
    const answer = await wasCommitted().catch(() => null);
    if (answer !== null) return answer;
    await delay(PAUSE);
  }
  throw cause;
}
