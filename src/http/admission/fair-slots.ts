import { Refusal } from "../../kernel/refusal.ts";

export interface SlotLimits {
  /** Slots in all, and of one address. */
  most: number;
  mostPerAddress: number;
  /** Requests that wait for a slot, in all and of one address; further ones are refused. */
  waiting: number;
  waitingPerAddress: number;
  /** The longest wait in milliseconds. */
  wait: number;
}

interface Waiting {
  start(): void;
}

/** Slots for work that is expensive. Addresses that wait take turns, so that one with many requests delays only itself. */
export class FairSlots {
  running = 0;
  waiting = 0;
  /** Refused requests by reason. */
  readonly refused = { queue: 0, address: 0, wait: 0 };
  private readonly runningOf = new Map<string, number>();
  /** In the order of their turns. */
  private readonly queues = new Map<string, Set<Waiting>>();

  constructor(private readonly limits: SlotLimits) {}

  /** Waits for a slot, and returns the function that frees it. `gone` ends the wait. */
  async take(address: string, gone: AbortSignal): Promise<() => void> {
    if (!this.hasRoomFor(address)) await this.turn(address, gone);
    else this.occupy(address);
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.free(address);
    };
  }

  private hasRoomFor(address: string): boolean {
    const { most, mostPerAddress } = this.limits;
    return this.running < most && (this.runningOf.get(address) ?? 0) < mostPerAddress;
  }

  private occupy(address: string): void {
    this.running++;
    this.runningOf.set(address, (this.runningOf.get(address) ?? 0) + 1);
  }

  private free(address: string): void {
    this.running--;
    const left = this.runningOf.get(address)! - 1;
    if (left === 0) this.runningOf.delete(address);
    else this.runningOf.set(address, left);
    this.startNext();
  }

  private turn(address: string, gone: AbortSignal): Promise<void> {
    const queue = this.queues.get(address) ?? new Set();
    this.refuseLongQueue(queue);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          leave();
          this.occupy(address);
          resolve();
        },
      };
      const leave = () => {
        clearTimeout(timer);
        gone.removeEventListener("abort", giveUp);
        this.waiting--;
        queue.delete(waiting);
        if (queue.size === 0) this.queues.delete(address);
      };
      const giveUp = () => {
        leave();
        reject(busy());
      };
      const timer = setTimeout(() => {
        this.refused.wait++;
        giveUp();
      }, this.limits.wait);
      gone.addEventListener("abort", giveUp);
      this.waiting++;
      this.queues.set(address, queue.add(waiting));
    });
  }

  private refuseLongQueue(queue: ReadonlySet<Waiting>): void {
    const { waiting, waitingPerAddress } = this.limits;
    if (queue.size >= waitingPerAddress) {
      this.refused.address++;
      throw tooMany();
    }
    if (this.waiting < waiting) return;
    this.refused.queue++;
    throw busy();
  }

  private startNext(): void {
    for (const [address, queue] of this.queues) {
      if (!this.hasRoomFor(address)) continue;
      const [first] = queue;
      first!.start();
      // Its next turn comes after those of the others.
      if (this.queues.delete(address)) this.queues.set(address, queue);
      return;
    }
  }
}

export const tooMany = () =>
  new Refusal(
    "too_many_requests",
    "Too many large reads or searches at the same time: try again later",
    "too_many_reads",
  );

export const busy = () =>
  new Refusal(
    "unexpected_state",
    "The server is busy with large reads and searches: try again later",
    "busy",
  );
