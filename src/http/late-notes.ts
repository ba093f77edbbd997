import { answerFor } from "./errors.ts";

const PAUSE = 250;
const PATIENCE = 60_000;

interface Log {
  warn(details: object, message: string): void;
}

/**
 * What became of a request is noted for those who repeat it. When the database is gone at this moment, the answer does
 * not wait: it is noted as soon as the database is back. So who is told to try again need not wait for the claim of
 * the first attempt to lapse.
 */
export class LateNotes {
  private isClosed = false;

  constructor(private readonly log: Log) {}

  async note(save: () => Promise<void>): Promise<void> {
    try {
      await save();
    } catch (error) {
      if (answerFor(error).status !== 503) throw error;
      this.later(save);
    }
  }

  /** In a moment, and until it is done. */
  later(save: () => Promise<void>, end = performance.now() + PATIENCE): void {
    const again = () => {
      if (this.isClosed) return;
      save().catch((error) => {
        if (performance.now() < end) this.later(save, end);
        else this.log.warn({ err: error }, "what became of a request could not be noted");
      });
    };
    setTimeout(again, PAUSE).unref();
  }

  /** What is not noted by now never is: its claim lapses. */
  close(): void {
    this.isClosed = true;
  }
}
