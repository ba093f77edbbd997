import type { Db } from "../../../../db/database.ts";
import { autocommit } from "../../../../db/transaction.ts";
import { WakeSignal } from "../../../../events/wake-signal.ts";
import type { Granted, Permissions } from "../../../../kernel/permissions.ts";
import type { Attempt, ReceiverResponse } from "../delivery.ts";
import {
  type AttemptRecording,
  type GrantedTo,
  grantedToAuthor,
  prepareDeliveries,
  recordAttempts,
} from "../delivery-changes.ts";
import { type ClaimedDelivery, claimDeliveries } from "../delivery-store.ts";
import { mayGet } from "../webhook.ts";
import { type DeliveryTarget, findDeliveryTarget } from "../webhook-store.ts";
import type { WebhookMetrics } from "./metrics.ts";
import { requestFor, type WebhookRequest } from "./request.ts";

export interface WorkerOptions extends AttemptRecording {
  db: Db;
  grantedTo: GrantedTo;
  permissions: Permissions;
  send: (request: WebhookRequest) => Promise<ReceiverResponse>;
  /** The maximum number of concurrent deliveries. */
  concurrency: number;
  /** How long a claimed delivery belongs to this process, in milliseconds. */
  lease: number;
  metrics: WebhookMetrics;
  log: { warn(details: object, message: string): void };
  /** Asks the dispatcher to poll: the time of the next delivery may have changed. */
  onChange: () => void;
}

const FIRST_RECHECK_PAUSE = 10;
const LONGEST_RECHECK_PAUSE = 1_000;
const PAUSE_AFTER_ERROR = 1_000;
const UNTIL_WOKEN = 60_000;

/** Where the events go; null if the webhook is gone. What its author may do by now. */
interface ReceiverOfEvents {
  target: DeliveryTarget | null;
  granted: Granted;
}

const failed = (error: string): ReceiverResponse => ({ status: null, body: null, error, duration: 0 });

/** Delivers the events of one webhook in this process, up to `concurrency` at a time. */
export class WebhookWorker {
  private readonly wakeSignal = new WakeSignal();
  private finished: Attempt[] = [];
  private running = 0;
  private mayHaveNewEvents = true;
  private hasDelivered = false;
  private recheckPause = FIRST_RECHECK_PAUSE;
  private isEnding = false;
  /** Resolves after end(), when no delivery is running any more. */
  readonly done: Promise<void>;

  constructor(
    readonly webhookId: string,
    private readonly options: WorkerOptions,
  ) {
    this.done = this.work();
  }

  wake({ isBehind }: { isBehind: boolean }): void {
    this.mayHaveNewEvents ||= isBehind;
    this.wakeSignal.notify();
  }

  /** Finishes the running deliveries and starts no new ones. */
  end(): void {
    this.isEnding = true;
    this.wakeSignal.notify();
  }

  private async work(): Promise<void> {
    while (!this.isEnding || this.running > 0 || this.finished.length > 0) {
      try {
        await this.wakeSignal.wait(await this.runOnce());
      } catch (error) {
        const details = { webhook: this.webhookId, err: error };
        this.options.log.warn(details, "deliveries of a webhook cannot be read or saved");
        // Unsaved results stay in memory. If they cannot be saved at the end, those events are delivered again.
        if (this.isEnding && this.running === 0) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR));
      }
    }
  }

  /** Returns how long to sleep unless woken, in milliseconds. */
  private async runOnce(): Promise<number> {
    if (this.finished.length > 0) await this.saveFinished();
    if (this.isEnding) return this.running === 0 ? 0 : UNTIL_WOKEN;
    const free = this.options.concurrency - this.running;
    if (free > 0 && (await this.startDeliveries(free)) === free) return UNTIL_WOKEN;
    if (free > 0 && this.mayHaveNewEvents) return this.prepareNext();
    if (this.running === 0 && this.hasDelivered) {
      this.hasDelivered = false;
      this.options.onChange();
    }
    return UNTIL_WOKEN;
  }

  /** Starts up to `limit` deliveries and returns their number. */
  private async startDeliveries(limit: number): Promise<number> {
    const { db, grantedTo, lease } = this.options;
    const claimed = await claimDeliveries(autocommit(db), { webhookId: this.webhookId, most: limit, lease });
    if (claimed.length === 0) return 0;
    this.hasDelivered = true;
    const target = await findDeliveryTarget(db, this.webhookId);
    const granted = target ? await grantedToAuthor(grantedTo, target.author_id) : [];
    for (const delivery of claimed) void this.deliver(delivery, { target, granted });
    return claimed.length;
  }

  private async prepareNext(): Promise<number> {
    // Reset before the read: an event during the read sets it again.
    this.mayHaveNewEvents = false;
    const prepared = await prepareDeliveries(this.options, this.webhookId).catch((error) => {
      this.mayHaveNewEvents = true;
      throw error;
    });
    if (prepared !== "nothing") this.mayHaveNewEvents = true;
    if (prepared === "unsettled") {
      // A transaction that ends without an event sends no notification, so poll.
      this.recheckPause = Math.min(this.recheckPause * 2, LONGEST_RECHECK_PAUSE);
      return this.recheckPause;
    }
    this.recheckPause = FIRST_RECHECK_PAUSE;
    this.hasDelivered ||= prepared === "more";
    return 0;
  }

  private async deliver(delivery: ClaimedDelivery, receiver: ReceiverOfEvents): Promise<void> {
    this.running++;
    const mayGetEvent = mayGet(this.options.permissions, receiver.granted, delivery.event_name);
    const response = mayGetEvent
      ? await this.responseTo(delivery, receiver.target)
      : failed("the author of the webhook may not read this event any more");
    const { id: deliveryId, attempts } = delivery;
    // Without its event, or the permission, the delivery cannot be retried.
    const timeLeft = delivery.event && mayGetEvent ? delivery.timeLeft : 0;
    this.finished.push({ deliveryId, attempts, timeLeft, response });
    this.running--;
    this.wakeSignal.notify();
  }

  private async responseTo(
    { id, event_id, event_name, event }: ClaimedDelivery,
    target: DeliveryTarget | null,
  ): Promise<ReceiverResponse> {
    // The webhook was just deleted, and its deliveries with it.
    if (!target) return failed("the webhook is gone");
    if (!event) return failed("the event is no longer in the log");
    const message = { id: event_id, name: event_name, ...event };
    try {
      return await this.options.send(requestFor(target, { deliveryId: id, event: message }));
    } catch (error) {
      return failed(String((error as Error).message ?? error));
    }
  }

  private async saveFinished(): Promise<void> {
    const attempts = [...this.finished];
    const settled = await recordAttempts(this.options, this.webhookId, attempts);
    this.finished = this.finished.slice(attempts.length);
    for (const { status } of settled) this.options.metrics.count(status);
    if (settled.some(({ status }) => status !== "delivered")) this.options.onChange();
  }
}
