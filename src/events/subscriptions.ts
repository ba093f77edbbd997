import type { Db } from "../db/database.ts";
import { Bell } from "./bell.ts";
import { registerCursor } from "./cursor-store.ts";
import { deliverNext, type Failure, type Next } from "./deliver.ts";
import { EventListener } from "./event-listener.ts";
import { adoptRestoredLog } from "./restored-log.ts";
import type { Subscriber } from "./subscriber.ts";
import { Turns } from "./turns.ts";

export interface SubscriptionOptions {
  db: Db;
  subscribers: readonly Subscriber[];
  log: { warn(details: object, message: string): void };
  /** How often to look without being told. */
  pollPause?: number;
  /** Pause after the first failure of a handler. */
  retryPause?: number;
}

const FIRST_LOOK_AGAIN = 10;

/** Delivers the event log to subscribers: see docs/guides/plugins.md for what they can rely on. */
export class Subscriptions {
  private readonly bells = new Map<Subscriber, Bell>();
  private readonly turns: Turns;
  private readonly listener: EventListener;
  private working: Promise<void>[] = [];
  private isStopping = false;

  constructor(private readonly options: SubscriptionOptions) {
    const { db, subscribers } = options;
    for (const subscriber of subscribers) this.bells.set(subscriber, new Bell());
    // A handler holds a connection while it runs; requests, and handlers that need another, get the rest.
    this.turns = new Turns(Math.max(1, Math.floor((db.pool.options.max ?? 2) / 2)));
    this.listener = new EventListener(db.pool.options, () => this.ringAll());
  }

  /** From here on events count for new subscribers. To be done before the first request. */
  async register(): Promise<void> {
    if (this.bells.size === 0) return;
    await adoptRestoredLog(this.options.db);
    for (const { name } of this.bells.keys()) await registerCursor(this.options.db, name);
  }

  /** Without subscribers nothing is started. */
  start(): void {
    if (this.bells.size === 0 || this.working.length > 0) return;
    this.listener.start();
    this.working = [...this.bells].map(([subscriber, bell]) => this.workFor(subscriber, bell));
  }

  /** Waits for the handlers that are running. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.ringAll();
    await Promise.all([this.listener.stop(), ...this.working]);
  }

  private ringAll(): void {
    for (const bell of this.bells.values()) bell.ring();
  }

  private async workFor(subscriber: Subscriber, bell: Bell): Promise<void> {
    const { pollPause = 5_000 } = this.options;
    let lookAgain = FIRST_LOOK_AGAIN;
    while (!this.isStopping) {
      const next = await this.turns.take(() => this.deliver(subscriber));
      // The end of a transaction that wrote no event rings no bell; the longer it lasts, the rarer the look.
      lookAgain = next.kind === "unsettled" ? Math.min(lookAgain * 2, pollPause) : FIRST_LOOK_AGAIN;
      if (next.kind === "unsettled") await bell.sleep(lookAgain);
      if (next.kind === "pause") await bell.sleep(Math.min(next.ms, pollPause));
      if (next.kind === "nothing") await bell.sleep(pollPause);
    }
  }

  private async deliver(subscriber: Subscriber): Promise<Next> {
    const { db, retryPause = 1_000, pollPause = 5_000 } = this.options;
    // Stopped while it waited for its turn.
    if (this.isStopping) return { kind: "nothing" };
    try {
      const next = await deliverNext(db, { subscriber, retryPause, isStopping: () => this.isStopping });
      if (next.kind === "pause" && next.failed) this.tellOf(subscriber, next.failed);
      return next;
    } catch (error) {
      this.options.log.warn({ subscriber: subscriber.name, err: error }, "events cannot be delivered");
      return { kind: "pause", ms: Math.min(1_000, pollPause) };
    }
  }

  /** What the event says stays out of the log: it may be personal. */
  private tellOf(subscriber: Subscriber, { event, attempts, reason }: Failure): void {
    const details = { subscriber: subscriber.name, event: event.name, eventId: event.id, attempts, reason };
    this.options.log.warn(details, "a subscriber failed; it will be tried again");
  }
}
