import type { Db } from "../db/database.ts";
import { Bell } from "./bell.ts";

const BETWEEN = 20;
const WHILE_NOBODY_READS = 200;

const TELL = {
  name: "events-tell",
  text: "select pg_notify('tradewind_event', '') where exists (select from tradewind.event_cursor)",
  values: [],
};

/**
 * Tells the readers of the event log, in all processes, that something was committed. The commits themselves do not:
 * those that notify wait for one another, down to the disk. One notification stands for all commits of a moment; if it
 * is lost, the readers find out when they look by themselves.
 */
export class TellOthers {
  private readonly pause = new Bell();
  private isDue = false;
  private isTelling = false;
  private isStopping = false;
  private telling = Promise.resolve();

  constructor(private readonly db: Db) {
    db.afterCommit.add(({ written }) => {
      if (!written.has("tradewind.event")) return;
      this.isDue = true;
      if (!this.isTelling) this.telling = this.tell();
    });
  }

  /** What was committed before has been told then. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.pause.ring();
    await this.telling;
  }

  private async tell(): Promise<void> {
    this.isTelling = true;
    while (this.isDue) {
      this.isDue = false;
      const told = await this.db.run(TELL).catch(() => []);
      if (!this.isStopping) await this.pause.sleep(told.length > 0 ? BETWEEN : WHILE_NOBODY_READS);
    }
    this.isTelling = false;
  }
}
