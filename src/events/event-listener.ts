import pg from "pg";
import { Bell } from "./bell.ts";

const CHANNEL = "tradewind_event";
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Tells when something was written into the event log, by any process: a connection of its own that listens. It is
 * renewed when it breaks. What is missed meanwhile, or behind a pooler that does not carry notifications, is found
 * by the poll of those who are told.
 */
export class EventListener {
  private isStopped = false;
  private readonly stopBell = new Bell();
  private readonly told = new Set<() => void>();
  private client: pg.Client | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly connection: pg.ClientConfig) {}

  /** The connection is opened for the first who wants to be told. */
  tell(onEvent: () => void): void {
    this.told.add(onEvent);
    this.running ??= this.keepListening();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.stopBell.ring();
    await this.client?.end().catch(() => {});
    await this.running;
  }

  private tellAll(): void {
    for (const onEvent of this.told) onEvent();
  }

  private async keepListening(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!this.isStopped) {
      const hasListened = await this.listenUntilCut();
      pause = hasListened ? FIRST_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
      if (!this.isStopped) await this.stopBell.sleep(pause);
    }
  }

  /** True when the connection worked for a while. */
  private async listenUntilCut(): Promise<boolean> {
    const client = new pg.Client(this.connection);
    this.client = client;
    const cut = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    client.on("notification", () => this.tellAll());
    try {
      // A connection that is ended while it opens never says that it failed.
      await Promise.race([client.connect(), cut]);
      await client.query(`listen ${CHANNEL}`);
      // Something may have happened while nobody listened.
      this.tellAll();
      await cut;
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
