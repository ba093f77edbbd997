import type { Db } from "../../../../db/database.ts";
import type { EventListener } from "../../../../events/event-listener.ts";
import { adoptRestoredLog } from "../../../../events/restored-log.ts";
import { WakeSignal } from "../../../../events/wake-signal.ts";
import type { Permissions } from "../../../../kernel/permissions.ts";
import type { Tracing } from "../../../../kernel/tracing.ts";
import type { GrantedTo } from "../delivery-changes.ts";
import { type FailureLimit, failureLimit } from "../webhook.ts";
import { listWebhookWork, type WebhookWork } from "../webhook-store.ts";
import { HttpSender } from "./http-sender.ts";
import type { WebhookMetrics } from "./metrics.ts";
import type { WebhookRequest } from "./request.ts";
import { tracedSend } from "./traced-send.ts";
import type { AddressPolicy, Resolve } from "./webhook-address.ts";
import { WebhookWorker } from "./webhook-worker.ts";

export interface DispatcherOptions {
  db: Db;
  grantedTo: GrantedTo;
  permissions: Permissions;
  listener: EventListener;
  metrics: WebhookMetrics;
  log: { warn(details: object, message: string): void };
  addressPolicy: AddressPolicy;
  timeout: number;
  concurrency: number;
  retryPause: number;
  /** How often to poll without a notification, in milliseconds. */
  pollPause?: number;
  failureLimit?: FailureLimit;
  resolve?: Resolve;
  tracing?: Tracing | undefined;
}

// A process that has not saved the result of a delivery so long after its timeout counts as dead.
const LEASE_MARGIN = 5_000;
const PAUSE_AFTER_ERROR = 1_000;

/**
 * Delivers events to webhooks. Every process may run a dispatcher: they share the work by claiming deliveries.
 * The guarantees for receivers are in docs/guides/webhooks.md.
 */
export class WebhookDispatcher {
  private readonly wakeSignal = new WakeSignal();
  private readonly workers = new Map<string, WebhookWorker>();
  private readonly endingWorkers = new Set<Promise<void>>();
  private readonly sender: HttpSender;
  private loop: Promise<void> | undefined;
  private isStopping = false;

  constructor(private readonly options: DispatcherOptions) {
    this.sender = new HttpSender(options);
  }

  /** Must run before the first request. */
  register(): Promise<void> {
    return adoptRestoredLog(this.options.db);
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Waits for the running deliveries. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeSignal.notify();
    await this.loop;
    this.syncWorkers([]);
    await Promise.all(this.endingWorkers);
    this.sender.close();
  }

  private readonly wake = () => this.wakeSignal.notify();

  private async run(): Promise<void> {
    while (!this.isStopping) await this.wakeSignal.wait(await this.poll());
  }

  /** Wakes the workers that have work. Returns how long to sleep, in milliseconds. */
  private async poll(): Promise<number> {
    const { db, listener, log, pollPause = 5_000 } = this.options;
    try {
      const works = await listWebhookWork(db);
      if (works.length > 0) listener.subscribe(this.wake);
      if (!this.isStopping) this.syncWorkers(works);
      for (const { id, isBehind, wait } of works) {
        if (isBehind || (wait !== null && wait <= 0)) this.workers.get(id)?.wake({ isBehind });
      }
      const waits = works.flatMap(({ wait }) => (wait !== null && wait > 0 ? [wait] : []));
      return Math.min(pollPause, ...waits);
    } catch (error) {
      log.warn({ err: error }, "webhooks cannot be read");
      return PAUSE_AFTER_ERROR;
    }
  }

  private syncWorkers(works: readonly WebhookWork[]): void {
    for (const { id } of works) {
      if (!this.workers.has(id)) this.workers.set(id, this.newWorker(id));
    }
    const active = new Set(works.map(({ id }) => id));
    for (const [id, worker] of this.workers) {
      if (active.has(id)) continue;
      this.workers.delete(id);
      worker.end();
      this.endingWorkers.add(worker.done);
      void worker.done.then(() => this.endingWorkers.delete(worker.done));
    }
  }

  private newWorker(id: string): WebhookWorker {
    const { db, grantedTo, permissions, metrics, log, concurrency, retryPause, timeout, tracing } =
      this.options;
    const send = (request: WebhookRequest) => this.sender.send(request);
    return new WebhookWorker(id, {
      db,
      grantedTo,
      permissions,
      metrics,
      log,
      concurrency,
      retryPause,
      failureLimit: this.options.failureLimit ?? failureLimit,
      lease: timeout + LEASE_MARGIN,
      send: tracing ? tracedSend(tracing, send) : send,
      onChange: this.wake,
    });
  }
}
