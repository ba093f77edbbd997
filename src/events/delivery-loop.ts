import type { Next } from "./delivery.ts";
import { WakeSignal } from "./wake-signal.ts";

const FIRST_POLL_PAUSE = 10;

interface DeliveryLoopOptions {
  /** Delivers some events and returns what to do next. */
  deliver: () => Promise<Next>;
  /** The longest pause between two polls without a notification, in milliseconds. */
  pollPause: number;
  isStopping: () => boolean;
}

/** One of the two loops of a subscriber: one delivers new events, the other retries parked ones. */
export class DeliveryLoop {
  private readonly wakeSignal = new WakeSignal();

  constructor(private readonly options: DeliveryLoopOptions) {}

  wake(): void {
    this.wakeSignal.notify();
  }

  async run(): Promise<void> {
    const { deliver, pollPause, isStopping } = this.options;
    let unsettledPause = FIRST_POLL_PAUSE;
    while (!isStopping()) {
      const next = await deliver();
      // A transaction that wrote no event notifies no loop when it ends. The longer it lasts, the rarer the polls.
      unsettledPause = next.kind === "unsettled" ? Math.min(unsettledPause * 2, pollPause) : FIRST_POLL_PAUSE;
      if (next.kind === "unsettled") await this.wakeSignal.wait(unsettledPause);
      if (next.kind === "pause") await this.wakeSignal.wait(Math.min(next.ms, pollPause));
      if (next.kind === "nothing") await this.wakeSignal.wait(pollPause);
    }
  }
}

/** Limits how much work runs at the same time; the rest waits in order of arrival. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
