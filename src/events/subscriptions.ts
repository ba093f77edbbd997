import type { Db } from "../db/database.ts";
import { registerCursor } from "./cursor-store.ts";
import { deliverNew } from "./deliver-new.ts";
import { deliverParked } from "./deliver-parked.ts";
import type { Delivery, Failure, Next } from "./delivery.ts";
import { DeliveryLoop, Semaphore } from "./delivery-loop.ts";
import { EventListener } from "./event-listener.ts";
import type { PrivateDataOfEvents } from "./private-data.ts";
import { adoptRestoredLog } from "./restored-log.ts";
import type { Subscriber } from "./subscriber.ts";

export interface SubscriptionOptions {
  db: Db;
  subscribers: readonly Subscriber[];
  /** What subscribers get beside the data in the log. */
  privateData?: PrivateDataOfEvents;
  log: { warn(details: object, message: string): void };
  /** How long a handler may take, in milliseconds. */
  timeout?: number;
  /** How often to poll without a notification, in milliseconds. */
  pollPause?: number;
  /** Pause after the first failure of a handler. */
  retryPause?: number;
  /** May be shared with other readers of the event log; opened here when absent. */
  listener?: EventListener;
}

/** Delivers the event log to subscribers: see docs/guides/plugin-reference.md for what they can rely on. */
export class Subscriptions {
  private readonly loops: DeliveryLoop[];
  private readonly loopsOfNewEvents: DeliveryLoop[] = [];
  private readonly semaphore: Semaphore;
  private readonly listener: EventListener;
  private readonly pollPause: number;
  private running: Promise<void>[] = [];
  private isStopping = false;

  constructor(private readonly options: SubscriptionOptions) {
    const { db, subscribers, pollPause = 5_000 } = options;
    this.pollPause = pollPause;
    // A handler occupies a connection while it runs. Requests, and handlers that need a second one, get the rest.
    this.semaphore = new Semaphore(Math.max(1, Math.floor(db.poolSize / 2)));
    this.listener = options.listener ?? new EventListener(db);
    this.loops = subscribers.flatMap((subscriber) => this.loopsOf(subscriber));
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
    if (this.loops.length === 0 || this.running.length > 0) return;
    this.listener.subscribe(() => {
      for (const loop of this.loopsOfNewEvents) loop.wake();
    });
    this.running = this.loops.map((loop) => loop.run());
  }

  /** Waits for the handlers that are running. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const loop of this.loops) loop.wake();
    await Promise.all([this.listener.stop(), ...this.running]);
  }

  /** One loop for new events, one for parked ones. Each may make work for the other. */
  private loopsOf(subscriber: Subscriber): DeliveryLoop[] {
    const { db, privateData = {}, retryPause = 1_000, timeout = 30_000 } = this.options;
    const isStopping = () => this.isStopping;
    const onFailure = (failure: Failure) => this.logFailure(subscriber, failure);
    const delivery: Delivery = { subscriber, privateData, retryPause, timeout, isStopping, onFailure };
    const loop = (deliver: typeof deliverNew, other: () => DeliveryLoop) =>
      new DeliveryLoop({
        pollPause: this.pollPause,
        isStopping,
        deliver: async () => {
          const next = await this.semaphore.run(() => this.guarded(subscriber, () => deliver(db, delivery)));
          if (next.kind === "more" && next.wakesOtherLoop) other().wake();
          return next;
        },
      });
    const fresh: DeliveryLoop = loop(deliverNew, () => parked);
    const parked: DeliveryLoop = loop(deliverParked, () => fresh);
    this.loopsOfNewEvents.push(fresh);
    return [fresh, parked];
  }

  private async guarded(subscriber: Subscriber, deliver: () => Promise<Next>): Promise<Next> {
    // Stopped while it waited for the semaphore.
    if (this.isStopping) return { kind: "nothing" };
    try {
      return await deliver();
    } catch (error) {
      this.options.log.warn({ subscriber: subscriber.name, err: error }, "events cannot be delivered");
      return { kind: "pause", ms: Math.min(1_000, this.pollPause) };
    }
  }

  /** Without the data of the event: it may be personal. */
  private logFailure(subscriber: Subscriber, { event, attempts, reason }: Failure): void {
    const details = { subscriber: subscriber.name, event: event.name, eventId: event.id, attempts, reason };
    this.options.log.warn(details, "a subscriber failed; it will be tried again");
  }
}
