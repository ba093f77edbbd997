import type { Db } from "../../../../db/database.ts";
import { autocommit } from "../../../../db/transaction.ts";
import { WakeSignal } from "../../../../events/wake-signal.ts";
import { hasSecrets } from "../../../../kernel/redacted.ts";
import type { Answer, Attempt } from "../delivery.ts";
import { type ClaimedDelivery, claimDeliveries } from "../delivery-store.ts";
import { findTarget, type Target } from "../secret-store.ts";
import { prepareDeliveries } from "../use-cases/prepare-deliveries.ts";
import { type Recording, recordAttempts } from "../use-cases/record-attempts.ts";
import type { WebhookMetrics } from "./metrics.ts";
import { requestFor, type WebhookRequest } from "./request.ts";

export interface LineOptions extends Recording {
  db: Db;
  send: (request: WebhookRequest) => Promise<Answer>;
  /** Deliveries at the same time. */
  concurrency: number;
  /** How long a process that has taken a delivery may be silent before another takes it, in milliseconds. */
  lease: number;
  metrics: WebhookMetrics;
  log: { warn(details: object, message: string): void };
  /** Somebody should look when there is something to do again. */
  onChange: () => void;
}

const FIRST_LOOK_AGAIN = 10;
const LONGEST_LOOK_AGAIN = 1_000;
const PAUSE_AFTER_TROUBLE = 1_000;
const UNTIL_WOKEN = 60_000;

/** The work of this process for one webhook: it keeps so many deliveries under way as it may. */
export class WebhookLine {
  private readonly wakeSignal = new WakeSignal();
  private finished: Attempt[] = [];
  private underWay = 0;
  private mayBeBehind = true;
  private hasWorked = false;
  private lookAgain = FIRST_LOOK_AGAIN;
  private isEnding = false;
  /** Resolves when it was ended and nothing is under way any more. */
  readonly done: Promise<void>;

  constructor(
    readonly webhookId: string,
    private readonly options: LineOptions,
  ) {
    this.done = this.work();
  }

  /** There is something to do. */
  wake({ isBehind }: { isBehind: boolean }): void {
    this.mayBeBehind ||= isBehind;
    this.wakeSignal.notify();
  }

  /** Finishes what is under way and begins nothing new. */
  end(): void {
    this.isEnding = true;
    this.wakeSignal.notify();
  }

  private async work(): Promise<void> {
    while (!this.isEnding || this.underWay > 0 || this.finished.length > 0) {
      try {
        await this.wakeSignal.wait(await this.pass());
      } catch (error) {
        const details = { webhook: this.webhookId, err: error };
        this.options.log.warn(details, "deliveries of a webhook cannot be read or saved");
        // What is finished stays in memory; if it cannot be saved at the end, it is delivered once more.
        if (this.isEnding && this.underWay === 0) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_TROUBLE));
      }
    }
  }

  /** Returns how long to sleep unless it is woken. */
  private async pass(): Promise<number> {
    if (this.finished.length > 0) await this.save();
    if (this.isEnding) return this.underWay === 0 ? 0 : UNTIL_WOKEN;
    const free = this.options.concurrency - this.underWay;
    if (free > 0 && (await this.begin(free)) === free) return UNTIL_WOKEN;
    if (free > 0 && this.mayBeBehind) return this.prepare();
    if (this.underWay === 0 && this.hasWorked) {
      this.hasWorked = false;
      this.options.onChange();
    }
    return UNTIL_WOKEN;
  }

  /** Starts up to so many deliveries and tells how many there were. */
  private async begin(most: number): Promise<number> {
    const { db, lease } = this.options;
    const claimed = await claimDeliveries(autocommit(db), { webhookId: this.webhookId, most, lease });
    if (claimed.length === 0) return 0;
    this.hasWorked = true;
    const target = await findTarget(db, this.webhookId);
    for (const delivery of claimed) void this.deliver(delivery, target);
    return claimed.length;
  }

  private async prepare(): Promise<number> {
    // Taken back before the look: what happens during it wakes this again.
    this.mayBeBehind = false;
    const prepared = await prepareDeliveries(this.options.db, this.webhookId).catch((error) => {
      this.mayBeBehind = true;
      throw error;
    });
    if (prepared !== "nothing") this.mayBeBehind = true;
    if (prepared === "unsettled") {
      // The end of a transaction that wrote no event wakes no worker.
      this.lookAgain = Math.min(this.lookAgain * 2, LONGEST_LOOK_AGAIN);
      return this.lookAgain;
    }
    this.lookAgain = FIRST_LOOK_AGAIN;
    this.hasWorked ||= prepared === "more";
    return 0;
  }

  private async deliver(delivery: ClaimedDelivery, target: Target | null): Promise<void> {
    this.underWay++;
    const answer = await this.answerTo(delivery, target);
    const { id: deliveryId, attempts } = delivery;
    // Without its event there is nothing to try again.
    const timeLeft = delivery.event ? delivery.timeLeft : 0;
    this.finished.push({ deliveryId, attempts, timeLeft, answer });
    this.underWay--;
    this.wakeSignal.notify();
  }

  private async answerTo(
    { id, event_id, event_name, event }: ClaimedDelivery,
    target: Target | null,
  ): Promise<Answer> {
    const failed = (error: string): Answer => ({ status: null, body: null, error, duration: 0 });
    // Deleted in this moment: its deliveries are gone with it.
    if (!target) return failed("the webhook is gone");
    if (!event) return failed("the event is no longer in the log");
    const told = { id: event_id, name: event_name, ...event };
    try {
      const answer = await this.options.send(requestFor(target, { deliveryId: id, event: told }));
      // A receiver that repeats what it got must not bring a secret into the log.
      return hasSecrets(event.data) ? { ...answer, body: null } : answer;
    } catch (error) {
      return failed(String((error as Error).message ?? error));
    }
  }

  private async save(): Promise<void> {
    const attempts = [...this.finished];
    const settled = await recordAttempts(this.options, this.webhookId, attempts);
    this.finished = this.finished.slice(attempts.length);
    for (const { status } of settled) this.options.metrics.count(status);
    if (settled.some(({ status }) => status !== "delivered")) this.options.onChange();
  }
}
