import type { ShopEvent, Subscriber } from "./subscriber.ts";

/** The event as a row of the log has it. */
interface Row {
  id: string;
  name: string;
  occurred_at: Date;
  data: Record<string, unknown>;
}

/**
 * Null when the handler is done, else the reason why not. A handler that takes too long cannot be stopped: its signal is
 * aborted, and its event is delivered again.
 */
export async function handle(subscriber: Subscriber, row: Row, timeout: number): Promise<string | null> {
  const event: ShopEvent = { id: row.id, name: row.name, data: row.data, occurredAt: row.occurred_at };
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new Error(`the handler took longer than ${timeout} ms`);
      late.abort(reason);
      reject(reason);
    }, timeout);
  });
  const handled = (async () => subscriber.handler(event, { signal: late.signal }))();
  try {
    await Promise.race([handled, tooLate]);
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    clearTimeout(timer);
  }
}

const LONGEST_REASON = 1_000;

// PostgreSQL stores no NUL in texts.
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll("\0", "").slice(0, LONGEST_REASON);
