import type { Db } from "../db/database.ts";
import { WakeSignal } from "./wake-signal.ts";

const PAUSE = 20;
const PAUSE_WITHOUT_SUBSCRIBERS = 200;

const NOTIFY = {
  name: "events-notify",
  text: "select pg_notify('tradewind_event', '') where exists (select from tradewind.event_cursor)",
  values: [],
};

/**
 * Notifies the readers of the event log, in all processes, after a commit that wrote events. The commits do not notify
 * by themselves: PostgreSQL runs commits with a notification one after the other, down to the disk. One notification
 * covers all commits since the one before. If it is lost, the readers find the events at their next poll.
 */
export class CommitNotifier {
  private readonly pause = new WakeSignal();
  private isDue = false;
  private isRunning = false;
  private isStopping = false;
  private running = Promise.resolve();

  constructor(private readonly db: Db) {
    db.afterCommit.add(({ written }) => {
      if (!written.has("tradewind.event")) return;
      this.isDue = true;
      if (!this.isRunning) this.running = this.run();
    });
  }

  /** Resolves when a notification was sent for every commit before. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.pause.notify();
    await this.running;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.isDue) {
      this.isDue = false;
      const sent = await this.db.run(NOTIFY).catch(() => []);
      if (!this.isStopping) await this.pause.wait(sent.length > 0 ? PAUSE : PAUSE_WITHOUT_SUBSCRIBERS);
    }
    this.isRunning = false;
  }
}
