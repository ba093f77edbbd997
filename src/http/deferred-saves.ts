import { answerFor } from "./errors.ts";

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
