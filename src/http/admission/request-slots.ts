import { Refusal } from "../../kernel/refusal.ts";
import { type Turn, TurnQueue } from "./turn-queue.ts";
import { KIND_LIMITS, WORK_KINDS, type WorkKind } from "./work-kinds.ts";

export interface RequestLimits {
  /** Requests that run at the same time. */
  most: number;
  /** Those that wait; further ones are refused at once. */
  waiting: number;
}

/** Milliseconds. A queue that is not empty for so long, to which more come than are taken, is no burst any more: more keeps coming than can be done. */
const OVERLOAD_AFTER = 3_000;
const SEEN_EVERY = 1_000;
const CHECKED_EVERY = 50;

/** Of all slots, for those who want the same hot article. They wait for its stock, one after the other, whatever slots they have. */
const SHARE_OF_ARTICLE = 0.1;

/** Such a request gives its slot back after so many milliseconds: it may wait for a payment or tax service. */
export const LEASE_OF_ARTICLE = 100;

/** Those who want a hot article are one caller. */
export const callerOfArticle = (article: string): string => `article ${article}`;
export const isArticle = (caller: string): boolean => caller.startsWith("article ");

/** Their slots are not those of the others. */
const isApart = (kind: WorkKind): boolean => kind === "checkout";

/** The running and waiting requests of one kind. */
class KindSlots {
  running = 0;
  refused = 0;
  readonly queue = new TurnQueue();
  private readonly runningOf = new Map<string, number>();
  private readonly mostOfCaller: number;
  private readonly mostOfArticle: number;
  private seen = { at: 0, surplus: 0 };
  private isShrinking = false;

  constructor(
    readonly kind: WorkKind,
    /** It starts requests while fewer run. */
    readonly room: number,
    most: number,
  ) {
    this.mostOfCaller = Math.ceil(room * KIND_LIMITS[kind].shareOfCaller);
    this.mostOfArticle = Math.max(1, Math.floor(most * SHARE_OF_ARTICLE));
  }

  canStart = (caller: string): boolean =>
    (this.runningOf.get(caller) ?? 0) < (isArticle(caller) ? this.mostOfArticle : this.mostOfCaller);

  start(caller: string): void {
    this.running++;
    this.runningOf.set(caller, (this.runningOf.get(caller) ?? 0) + 1);
  }

  /** Those that have waited too long by now. To be called often while any wait. */
  late(now: number): Turn[] {
    if (now - this.seen.at >= SEEN_EVERY) {
      this.isShrinking = this.queue.surplus < this.seen.surplus;
      this.seen = { at: now, surplus: this.queue.surplus };
    }
    const { burst, overload } = KIND_LIMITS[this.kind].wait;
    const isOverload = now - this.queue.notEmptySince > OVERLOAD_AFTER && !this.isShrinking;
    return this.queue.waitingSince(now - (isOverload ? overload : burst));
  }

  end(caller: string): void {
    this.running--;
    const left = this.runningOf.get(caller)! - 1;
    if (left === 0) this.runningOf.delete(caller);
    else this.runningOf.set(caller, left);
  }
}

/** So many of each kind run in any case, so that no kind stands still for as long as more important ones keep coming. */
const LEAST = 1;

/**
 * Slots for requests. One starts at once while there is room for its kind; otherwise it waits in the queue of its kind, where
 * callers take turns. A slot that becomes free goes to the most important kind that waits.
 */
export class RequestSlots {
  /** All but checkouts. */
  running = 0;
  /** When a visitor was last served, as `performance.now` has it. */
  lastVisit = Number.NEGATIVE_INFINITY;
  waiting = 0;
  /** The most important first. */
  readonly kinds: readonly KindSlots[];
  private readonly of: Record<WorkKind, KindSlots>;
  private check: NodeJS.Timeout | undefined;

  constructor(private readonly limits: RequestLimits) {
    this.kinds = WORK_KINDS.map(
      (kind) =>
        new KindSlots(kind, Math.max(1, Math.floor(limits.most * KIND_LIMITS[kind].share)), limits.most),
    );
    this.of = Object.fromEntries(this.kinds.map((slots) => [slots.kind, slots])) as typeof this.of;
  }

  /** Takes a slot if there is one. It must be freed. */
  takeNow(kind: WorkKind, caller: string): boolean {
    const slots = this.of[kind];
    // Others who wait although there is room have as many as they can have.
    if (slots.queue.has(caller) || !this.hasRoom(slots) || !slots.canStart(caller)) return false;
    this.start(slots, caller);
    return true;
  }

  /** Waits for the next one. `gone` ends the wait. */
  async take(kind: WorkKind, caller: string, gone: AbortSignal): Promise<void> {
    const slots = this.of[kind];
    if (this.waiting >= this.limits.waiting || gone.aborted) throw refused(slots);
    await new Promise<void>((resolve, reject) => {
      const left = () => {
        gone.removeEventListener("abort", turn.refuse);
        this.waiting--;
      };
      const turn: Turn = {
        caller,
        since: performance.now(),
        start: () => {
          left();
          this.start(slots, caller);
          resolve();
        },
        refuse: () => {
          left();
          slots.queue.remove(turn);
          reject(refused(slots));
        },
      };
      gone.addEventListener("abort", turn.refuse);
      this.waiting++;
      slots.queue.add(turn);
      this.check ??= setInterval(() => this.refuseLate(), CHECKED_EVERY).unref();
    });
  }

  free(kind: WorkKind, caller: string): void {
    if (!isApart(kind)) this.running--;
    this.of[kind].end(caller);
    if (this.waiting > 0) this.startNext();
  }

  private hasRoom({ kind, room, running }: KindSlots): boolean {
    return (isApart(kind) ? running : this.running) < room || running < LEAST;
  }

  private start(slots: KindSlots, caller: string): void {
    if (slots.kind === "cart" || slots.kind === "checkout") this.lastVisit = performance.now();
    if (!isApart(slots.kind)) this.running++;
    slots.start(caller);
  }

  private startNext(): void {
    for (const slots of this.kinds) {
      if (slots.queue.size === 0 || !this.hasRoom(slots)) continue;
      const turn = slots.queue.next(slots.canStart);
      if (!turn) continue;
      turn.start();
      return;
    }
  }

  private refuseLate(): void {
    const now = performance.now();
    for (const slots of this.kinds)
      if (slots.queue.size > 0) for (const turn of slots.late(now)) turn.refuse();
    if (this.waiting > 0) return;
    clearInterval(this.check);
    this.check = undefined;
  }
}

function refused(slots: KindSlots): Refusal {
  slots.refused++;
  return new Refusal(
    "unexpected_state",
    "There are more visitors than the shop can serve right now: try again in a moment",
    "overloaded",
  );
}
