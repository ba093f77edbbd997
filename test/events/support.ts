import { type Db, openDatabase } from "../../src/db/database.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { CommitNotifier } from "../../src/events/commit-notifier.ts";
import type { EventHandler } from "../../src/events/subscriber.ts";
import { Subscriptions } from "../../src/events/subscriptions.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";

export interface EventLog {
  db: Db;
  url: string;
  /** Commits a change that announces these, in one transaction. */
  happen(...names: string[]): Promise<void>;
  /** The same for one entity. */
  happenTo(entity: string, ...names: string[]): Promise<void>;
  /** Subscribes as a process of its own would. */
  subscribe(handler: EventHandler, options?: SubscribeOptions): Promise<Process>;
  close(): Promise<void>;
}

/** So long that no event arrives because of it. */
const AN_HOUR = 3_600_000;

interface SubscribeOptions {
  name?: string;
  event?: string;
  pollPause?: number;
  timeout?: number;
}

interface Process {
  db: Db;
  stop(): Promise<void>;
}

export async function openEventLog(): Promise<EventLog> {
  const { url, drop } = await freshDatabase();
  const db = openDatabase({ url, poolSize: 8 });
  const commitNotifier = new CommitNotifier(db);
  const processes: Process[] = [];
  return {
    db,
    url,
    happen: (...names) =>
      inTransaction(db, async (tx) => {
        for (const name of names) await announce(tx, name, { id: name });
      }),
    happenTo: (entity, ...names) =>
      inTransaction(db, async (tx) => {
        for (const name of names) await announce(tx, name, { id: entity });
      }),
    async subscribe(handler, { name = "test", event = "*", pollPause = AN_HOUR, timeout } = {}) {
      const own = openDatabase({ url, poolSize: 4 });
      const subscriptions = new Subscriptions({
        db: own,
        subscribers: [{ name, event, handler }],
        log: { warn: () => {} },
        pollPause,
        timeout,
        retryPause: 30,
      });
      await subscriptions.register();
      subscriptions.start();
      let stopped: Promise<void> | undefined;
      const stop = async () => {
        await subscriptions.stop();
        await own.close();
      };
      const process = { db: own, stop: () => (stopped ??= stop()) };
      processes.push(process);
      return process;
    },
    async close() {
      await Promise.all(processes.map((process) => process.stop()));
      await commitNotifier.stop();
      await db.close();
      await drop();
    },
  };
}
