import { Bell } from "./bell.ts";
import type { Next } from "./delivery.ts";

const FIRST_LOOK_AGAIN = 10;

interface LaneOptions {
  /** Does some of the work and tells what is next. */
  pass: () => Promise<Next>;
  /** How often to look without being told. */
  pollPause: number;
  isStopping: () => boolean;
}

/** One of the two streams of events of a subscriber: new ones, and those that are tried again. */
export class Lane {
  private readonly bell = new Bell();

  constructor(private readonly options: LaneOptions) {}

  ring(): void {
    this.bell.ring();
  }

  async work(): Promise<void> {
    const { pass, pollPause, isStopping } = this.options;
    let lookAgain = FIRST_LOOK_AGAIN;
    while (!isStopping()) {
      const next = await pass();
      // The end of a transaction that wrote no event rings no bell; the longer it lasts, the rarer the look.
      lookAgain = next.kind === "unsettled" ? Math.min(lookAgain * 2, pollPause) : FIRST_LOOK_AGAIN;
      if (next.kind === "unsettled") await this.bell.sleep(lookAgain);
      if (next.kind === "pause") await this.bell.sleep(Math.min(next.ms, pollPause));
      if (next.kind === "nothing") await this.bell.sleep(pollPause);
    }
  }
}
