import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { serverProcessId } from "../db/connections/pg-protocol-adapter.ts";
import { AdoptProblem, codeOf } from "./adopt-problem.ts";
import { blockersOf, connectedBeside } from "./sessions.ts";

const LOOK_EVERY = 1_000;
/** A session that blocks for less than this is not worth a line. */
const NAMED_AFTER = 3_000;

export interface Watch {
  /** After this time without progress the statement is cancelled, in milliseconds. */
  giveUpAfter: number;
  /** Called again and again with the sessions that block the statement. */
  onWait(holders: string): void;
}

/**
 * Runs statements that may wait for other sessions, as an index that is built concurrently does: it waits for every transaction
 * that was open before, also for one that its program has forgotten. A second connection finds out which.
 */
export async function watched<Result>(
  client: pg.Client,
  watch: Watch,
  work: () => Promise<Result>,
): Promise<Result> {
  // Where no connection is left, it waits without a word.
  const beside = await connectedBeside(client).catch(() => null);
  if (!beside) return work();
  const ended = new AbortController();
  const looking = look(beside, { ...watch, process: serverProcessId(client), ended: ended.signal });
  try {
    return await work();
  } catch (error) {
    ended.abort();
    const holders = await looking;
    if (codeOf(error) !== CANCELLED || holders === null) throw error;
    throw new AdoptProblem(
      `an index could not be built, because these sessions have kept a transaction open all the time: ${holders}. Let them end it, or end them with select pg_terminate_backend(…). Then run it again: it continues`,
      { cause: error },
    );
  } finally {
    ended.abort();
    await looking;
    await beside.end();
  }
}

const CANCELLED = "57014";

interface Look extends Watch {
  process: number;
  ended: AbortSignal;
}

/** The sessions because of which the statement was cancelled; null if it was not. */
async function look(
  beside: pg.Client,
  { process, giveUpAfter, onWait, ended }: Look,
): Promise<string | null> {
  let blockedFor = 0;
  while (!ended.aborted) {
    await pause(LOOK_EVERY, undefined, { signal: ended }).catch(() => {});
    if (ended.aborted) return null;
    // If this connection is lost, the other one tells.
    const holders = await blockersOf(beside, process).catch(() => null);
    blockedFor = holders === null ? 0 : blockedFor + LOOK_EVERY;
    if (holders === null || blockedFor < Math.min(NAMED_AFTER, giveUpAfter)) continue;
    onWait(holders);
    if (blockedFor < giveUpAfter) continue;
    await beside.query("select pg_cancel_backend($1)", [process]).catch(() => {});
    return holders;
  }
  return null;
}
