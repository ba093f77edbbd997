import type { Db } from "../db/database.ts";
import { registerCursor } from "./cursor-store.ts";
import { deliverNew } from "./deliver-new.ts";
import { deliverParked } from "./deliver-parked.ts";
import type { Delivery, Failure, Next } from "./delivery.ts";
import { EventListener } from "./event-listener.ts";
import { Lane } from "./lane.ts";
import { adoptRestoredLog } from "./restored-log.ts";
import type { Subscriber } from "./subscriber.ts";
import { Turns } from "./turns.ts";

export interface SubscriptionOptions {
  db: Db;
  subscribers: readonly Subscriber[];
  log: { warn(details: object, message: string): void };
  /** How long a handler may take, in milliseconds. */
  timeout?: number;
  /** How often to look without being told. */
  pollPause?: number;
  /** Pause after the first failure of a handler. */
  retryPause?: number;
  /** Shared with others who want to hear of new events; one of its own when absent. */
  listener?: EventListener;
}

/** Delivers the event log to subscribers: see docs/guides/plugins.md for what they can rely on. */
export class Subscriptions {
  private readonly lanes: Lane[];
  private readonly newLanes: Lane[] = [];
  private readonly turns: Turns;
  private readonly listener: EventListener;
  private readonly pollPause: number;
  private working: Promise<void>[] = [];
  private isStopping = false;

  constructor(private readonly options: SubscriptionOptions) {
    const { db, subscribers, pollPause = 5_000 } = options;
    this.pollPause = pollPause;
    // A handler holds a connection while it runs; requests, and handlers that need another, get the rest.
    this.turns = new Turns(Math.max(1, Math.floor((db.pool.options.max ?? 2) / 2)));
    this.listener = options.listener ?? new EventListener(db.direct);
    this.lanes = subscribers.flatMap((subscriber) => this.lanesOf(subscriber));
  }

  /** From here on events count for new subscribers. To be done before the first request. */
  async register(): Promise<void> {
    const { db, subscribers } = this.options;
    if (subscribers.length === 0) return;
    await adoptRestoredLog(db);
    for (const { name } of subscribers) await registerCursor(db, name);
  }

  /** Without subscribers nothing is started. */
  start(): void {
    if (this.lanes.length === 0 || this.working.length > 0) return;
    this.listener.tell(() => {
      for (const lane of this.newLanes) lane.ring();
    });
    this.working = this.lanes.map((lane) => lane.work());
  }

  /** Waits for the handlers that are running. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const lane of this.lanes) lane.ring();
    await Promise.all([this.listener.stop(), ...this.working]);
  }

  /** New events, and beside them what has to be tried again. What one of them does may be news for the other. */
  private lanesOf(subscriber: Subscriber): Lane[] {
    const { db, retryPause = 1_000, timeout = 30_000 } = this.options;
    const isStopping = () => this.isStopping;
    const onFailure = (failure: Failure) => this.tellOf(subscriber, failure);
    const delivery: Delivery = { subscriber, retryPause, timeout, isStopping, onFailure };
    const lane = (deliver: typeof deliverNew, other: () => Lane) =>
      new Lane({
        pollPause: this.pollPause,
        isStopping,
        pass: async () => {
          const next = await this.turns.take(() => this.guarded(subscriber, () => deliver(db, delivery)));
          if (next.kind === "more" && next.isNewsForOther) other().ring();
          return next;
        },
      });
    const fresh: Lane = lane(deliverNew, () => parked);
    const parked: Lane = lane(deliverParked, () => fresh);
    this.newLanes.push(fresh);
    return [fresh, parked];
  }

  private async guarded(subscriber: Subscriber, deliver: () => Promise<Next>): Promise<Next> {
    // Stopped while it waited for its turn.
    if (this.isStopping) return { kind: "nothing" };
    try {
      return await deliver();
    } catch (error) {
      this.options.log.warn({ subscriber: subscriber.name, err: error }, "events cannot be delivered");
      return { kind: "pause", ms: Math.min(1_000, this.pollPause) };
    }
  }

  /** What the event says stays out of the log: it may be personal. */
  private tellOf(subscriber: Subscriber, { event, attempts, reason }: Failure): void {
    const details = { subscriber: subscriber.name, event: event.name, eventId: event.id, attempts, reason };
    this.options.log.warn(details, "a subscriber failed; it will be tried again");
  }
}
