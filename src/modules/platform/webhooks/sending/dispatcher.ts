import type { Db } from "../../../../db/database.ts";
import type { EventListener } from "../../../../events/event-listener.ts";
import { adoptRestoredLog } from "../../../../events/restored-log.ts";
import { WakeSignal } from "../../../../events/wake-signal.ts";
import { type Patience, patience } from "../webhook.ts";
import { listWork, type WebhookWork } from "../webhook-store.ts";
import { HttpSender } from "./http-sender.ts";
import type { WebhookMetrics } from "./metrics.ts";
import type { Resolve } from "./public-lookup.ts";
import { WebhookLine } from "./webhook-line.ts";
import type { Reach } from "./webhook-url.ts";

export interface DispatcherOptions {
  db: Db;
  listener: EventListener;
  metrics: WebhookMetrics;
  log: { warn(details: object, message: string): void };
  reach: Reach;
  timeout: number;
  concurrency: number;
  retryPause: number;
  /** How often to poll without a notification, in milliseconds. */
  pollPause?: number;
  patience?: Patience;
  resolve?: Resolve;
}

// A process that has taken a delivery and says nothing for so long after its time-out is dead.
const GRACE = 5_000;
const PAUSE_AFTER_TROUBLE = 1_000;

/**
 * Delivers events to webhooks. Every process may run one: they share the work by taking deliveries from the table.
 * See docs/guides/webhooks.md for what receivers can rely on.
 */
export class WebhookDispatcher {
  private readonly wakeSignal = new WakeSignal();
  private readonly lines = new Map<string, WebhookLine>();
  private readonly ending = new Set<Promise<void>>();
  private readonly sender: HttpSender;
  private working: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly options: DispatcherOptions) {
    this.sender = new HttpSender(options);
  }

  /** To be done before the first request. */
  register(): Promise<void> {
    return adoptRestoredLog(this.options.db);
  }

  start(): void {
    this.working ??= this.work();
  }

  /** Waits for the deliveries that are under way. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeSignal.notify();
    await this.working;
    this.keepLines([]);
    await Promise.all(this.ending);
    this.sender.close();
  }

  private readonly wake = () => this.wakeSignal.notify();

  private async work(): Promise<void> {
    while (!this.isStopping) await this.wakeSignal.wait(await this.look());
  }

  /** Wakes the lines that have something to do. Returns how long there will be nothing new, as far as is known. */
  private async look(): Promise<number> {
    const { db, listener, log, pollPause = 5_000 } = this.options;
    try {
      const works = await listWork(db);
      if (works.length > 0) listener.subscribe(this.wake);
      if (!this.isStopping) this.keepLines(works);
      for (const { id, isBehind, wait } of works) {
        if (isBehind || (wait !== null && wait <= 0)) this.lines.get(id)?.wake({ isBehind });
      }
      const waits = works.flatMap(({ wait }) => (wait !== null && wait > 0 ? [wait] : []));
      return Math.min(pollPause, ...waits);
    } catch (error) {
      log.warn({ err: error }, "webhooks cannot be read");
      return PAUSE_AFTER_TROUBLE;
    }
  }

  private keepLines(works: readonly WebhookWork[]): void {
    for (const { id } of works) {
      if (!this.lines.has(id)) this.lines.set(id, this.newLine(id));
    }
    const active = new Set(works.map(({ id }) => id));
    for (const [id, line] of this.lines) {
      if (active.has(id)) continue;
      this.lines.delete(id);
      line.end();
      this.ending.add(line.done);
      void line.done.then(() => this.ending.delete(line.done));
    }
  }

  private newLine(id: string): WebhookLine {
    const { db, metrics, log, concurrency, retryPause, timeout } = this.options;
    return new WebhookLine(id, {
      db,
      metrics,
      log,
      concurrency,
      retryPause,
      patience: this.options.patience ?? patience,
      lease: timeout + GRACE,
      send: (request) => this.sender.send(request),
      onChange: this.wake,
    });
  }
}
