import { setTimeout } from "node:timers/promises";

/** Work of this length is one part: rests of a few milliseconds would cost more than they bring. */
const PART = 20;

/** While visitors are served, long work rests three times as long as it works. */
const RESTS = 3;

/** A shop whose last visitor was served so many milliseconds ago is at rest. */
const BUSY_FOR = 1_000;

/** The longest rest: one slow part must not stop the work. In milliseconds. */
const LONGEST = 2_000;

interface Clock {
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
}

/** Keeps long background work, such as an import, from slowing down what visitors of the same process wait for. */
export class Pace {
  /** `lastVisit`: when a visitor was last served, as `performance.now` has it. */
  constructor(
    private readonly lastVisit: () => number,
    private readonly clock: Clock = { now: () => performance.now(), pause: setTimeout },
  ) {}

  /** Of one job. */
  begin(): PacedWork {
    return new PacedWork(() => this.clock.now() - this.lastVisit() < BUSY_FOR, this.clock);
  }
}

/** Work in parts, with a rest between two of them while the shop is busy. */
export class PacedWork {
  private began: number;

  constructor(
    private readonly isBusy: () => boolean,
    private readonly clock: Clock,
  ) {
    this.began = clock.now();
  }

  /** To be called between two parts. */
  async rest(): Promise<void> {
    const worked = this.clock.now() - this.began;
    if (worked < PART) return;
    if (this.isBusy()) await this.clock.pause(Math.min(worked * RESTS, LONGEST));
    this.began = this.clock.now();
  }
}
