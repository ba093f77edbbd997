import type pg from "pg";
import type { Db } from "../db/database.ts";
import { WakeSignal } from "./wake-signal.ts";

const CHANNEL = "tradewind_event";
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Calls its subscribers when any process has written into the event log. It has a connection of its own for `listen`,
 * and opens another one when that breaks. Notifications are lost in between, and behind a pooler that does not forward
 * them; subscribers therefore poll as well.
 */
export class EventListener {
  private isStopped = false;
  private readonly stopSignal = new WakeSignal();
  private readonly subscribers = new Set<() => void>();
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly db: Pick<Db, "directClient">) {}

  /** Opens the connection at the first call. */
  subscribe(onEvent: () => void): void {
    this.subscribers.add(onEvent);
    this.running ??= this.listenUntilStopped();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopSignal.notify();
    await this.client?.end().catch(() => {});
    await this.running;
  }

  private notifyAll(): void {
    for (const onEvent of this.subscribers) onEvent();
  }

  private async listenUntilStopped(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!this.isStopped) {
      const hasListened = await this.listenUntilCut();
      pause = hasListened ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
      if (!this.isStopped) await this.stopSignal.wait(pause);
    }
  }

  /** True when the connection worked for a while. */
  private async listenUntilCut(): Promise<boolean> {
    const client = this.db.directClient();
    this.client = client;
    const cut = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", () => this.notifyAll());
    try {
      // A connection that is ended while it opens never reports a failure.
      await Promise.race([client.connect(), cut]);
      await client.query(`listen ${CHANNEL}`);
      // Something may have happened before `listen` took effect.
      this.notifyAll();
      await cut;
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
