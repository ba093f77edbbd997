import type { Db } from "../db/database.ts";
import type { LogPosition } from "./cursor-store.ts";
import { type FeedEvent, findLastSettled, listSettledAfter } from "./event-feed-store.ts";
import type { EventListener } from "./event-listener.ts";
import { WakeSignal } from "./wake-signal.ts";

/** Before the first event of the log. */
export const BEGINNING: LogPosition = { tx: "0", seq: 0 };

const isBefore = (one: LogPosition, other: LogPosition): boolean =>
  one.tx === other.tx ? one.seq < other.seq : BigInt(one.tx) < BigInt(other.tx);

// The events that are in memory for readers who are up to date. Others read pages from the database.
const RECENT = 500;
const PAGE = 100;
// Commits notify only while the shop has subscribers or webhooks, and an event may wait for an older transaction.
const POLL_PAUSE = 500;

interface FeedOptions {
  db: Db;
  listener: EventListener;
  log: { warn(details: object, message: string): void };
}

/**
 * The event log as it grows, for any number of readers in this process: it is read once for all of them, and only while
 * there is one. A reader keeps its position itself, so it misses no event and gets none twice, however slow it is.
 */
export class EventFeed {
  private readonly wake = new WakeSignal();
  private readonly waiting = new Set<() => void>();
  private recent: FeedEvent[] = [];
  /** All events after this position, up to the last one that was read, are in `recent`. */
  private since: LogPosition | null = null;
  private readers = 0;
  private running = Promise.resolve();
  /** Resolves after the first read: from then on new events are in `recent`. */
  private begun = Promise.resolve();
  private isListening = false;

  constructor(private readonly options: FeedOptions) {}

  /** To be followed by `close`. */
  open(): void {
    this.readers++;
    if (this.readers > 1) return;
    this.begun = new Promise((resolve) => {
      this.running = this.running.then(() => this.run(resolve));
    });
  }

  close(): void {
    this.readers--;
    if (this.readers === 0) this.wake.notify();
  }

  /** Resolves when nothing is read any more. */
  async stopped(): Promise<void> {
    await this.running;
  }

  /** The events after a position, at once or when there are some; none when the time is over or the signal aborts. */
  async next(
    position: LogPosition,
    { ms, signal }: { ms: number; signal: AbortSignal },
  ): Promise<FeedEvent[]> {
    await this.begun;
    if (!this.isRecent(position)) {
      const page = await listSettledAfter(this.options.db, position, PAGE);
      if (page.length > 0) return page;
    }
    if (!this.hasAfter(position)) await this.change(ms, signal);
    return this.isRecent(position) ? this.recent.filter((event) => isBefore(position, event)) : [];
  }

  private isRecent(position: LogPosition): boolean {
    return this.since !== null && !isBefore(position, this.since);
  }

  private hasAfter(position: LogPosition): boolean {
    const last = this.recent.at(-1);
    return last !== undefined && isBefore(position, last);
  }

  private change(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener("abort", end);
      this.waiting.add(end);
    });
  }

  private async run(onBegun: () => void): Promise<void> {
    if (!this.isListening) this.options.listener.subscribe(() => this.wake.notify());
    this.isListening = true;
    while (this.readers > 0) {
      const isMore = await this.read().catch((error) => {
        this.options.log.warn({ err: error }, "the event log cannot be read");
        return false;
      });
      onBegun();
      if (!isMore && this.readers > 0) await this.wake.wait(POLL_PAUSE);
    }
    onBegun();
    this.recent = [];
    this.since = null;
  }

  /** Whether there may be more right now. */
  private async read(): Promise<boolean> {
    const { db } = this.options;
    this.since ??= (await findLastSettled(db)) ?? BEGINNING;
    const page = await listSettledAfter(db, this.recent.at(-1) ?? this.since, PAGE);
    if (page.length === 0) return false;
    const events = [...this.recent, ...page];
    const forgotten = events.at(-RECENT - 1);
    if (forgotten) this.since = forgotten;
    this.recent = events.slice(-RECENT);
    for (const end of [...this.waiting]) end();
    return page.length === PAGE;
  }
}
