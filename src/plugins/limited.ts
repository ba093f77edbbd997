import { setTimeout as delay } from "node:timers/promises";

/** Of functions that requests wait for. */
export const PLUGIN_LIMIT = 10_000;

/**
 * Waits for a function of a plugin, but not for ever: it may return a promise that never settles. The server cannot end the
 * function itself.
 */
export async function limited<Result>(work: () => Result, limit = PLUGIN_LIMIT): Promise<Awaited<Result>> {
  const returned = work();
  if (typeof (returned as { then?: unknown } | null | undefined)?.then !== "function")
    return returned as Awaited<Result>;
  const promise = Promise.resolve(returned);
  const ended = new AbortController();
  const late = delay(limit, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it took longer than ${limit / 1000} s`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    ended.abort();
    late.catch(() => {});
    promise.catch(() => {});
  }
}
