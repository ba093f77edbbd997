import fc from "fast-check";
import { describe, expect } from "vitest";
import { type Db, openDatabase, type Tx } from "../../src/db/database.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { EventListener } from "../../src/events/event-listener.ts";
import { Permissions } from "../../src/kernel/permissions.ts";
import { WebhookDispatcher } from "../../src/modules/platform/webhooks/index.ts";
import { createWebhook } from "../../src/modules/platform/webhooks/webhook-changes.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { openReceiver, type Receiver } from "../support/services/webhook-receiver.ts";
import { pause, until, untilOrGivenUp } from "../support/time/until.ts";
import { type EventLog, openEventLog } from "./support.ts";

/*
 * No event is delivered for a change that was rolled back, and none is missing for a committed one: with any
 * transactions at the same time, in any order and with any end.
 */

let log: EventLog;
let db: Db;
let receiver: Receiver;
let dispatcher: WebhookDispatcher;
let listener: EventListener;
const heard: string[] = [];

const it = withSetup(
  async () => {
    log = await openEventLog();
    db = openDatabase({ url: log.url, poolSize: 20 });
    receiver = await openReceiver();
    // Both fail now and then, as they do.
    receiver.react = () => (Math.random() < 0.1 ? 500 : 200);
    await log.subscribe(({ data }) => {
      if (Math.random() < 0.05) throw new Error("not now");
      heard.push(String(data["id"]));
    });
    const permissions = new Permissions({}, {});
    await createWebhook(
      { db, addressPolicy: "anywhere", author: { userId: "usr_1", granted: "all" }, permissions },
      { url: receiver.url, events: ["change.*"] },
    );
    listener = new EventListener(db);
    dispatcher = new WebhookDispatcher({
      db,
      grantedTo: async () => "all",
      permissions,
      listener,
      metrics: { count: () => {} },
      log: { warn: () => {} },
      addressPolicy: "anywhere",
      timeout: 5_000,
      concurrency: 10,
      retryPause: 20,
    });
    dispatcher.start();
  },
  async () => {
    await Promise.all([dispatcher.stop(), listener.stop()]);
    await receiver.close();
    await db.close();
    await log.close();
  },
);

/** A transaction: pauses between its events, and how it ends. */
interface Change {
  pauses: number[];
  end: "commit" | "rollback" | "fail" | "cut";
}

const change: fc.Arbitrary<Change> = fc.record({
  pauses: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 }),
  end: fc.constantFrom("commit", "commit", "commit", "rollback", "fail", "cut"),
});

const endings: Record<Change["end"], (tx: Tx) => Promise<void>> = {
  commit: async () => {},
  rollback: async () => {
    throw new Error("no");
  },
  // A constraint refuses something, as it does in the middle of real changes.
  fail: async (tx) => void (await tx.run({ text: "select 1 / 0", values: [] })),
  cut: async (tx) =>
    void (await tx.run({ text: "select pg_terminate_backend(pg_backend_pid())", values: [] })),
};

/** The ids of its events, if it was committed. */
async function run({ pauses, end }: Change, name: string): Promise<string[]> {
  const ids = pauses.map((_, index) => `${name}-${index}`);
  try {
    await inTransaction(db, async (tx) => {
      for (const [index, ms] of pauses.entries()) {
        await pause(ms);
        await announce(tx, "change.made", { id: ids[index]! });
      }
      await endings[end](tx);
    });
    return ids;
  } catch {
    return [];
  }
}

const received = () => receiver.received.map(({ event }) => String(event.data.id));
const of = (round: number, ids: readonly string[]) =>
  [...new Set(ids)].filter((id) => id.startsWith(`r${round}-`)).sort();

describe("subscribers and webhooks", () => {
  it("see exactly the committed events", async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 2, maxLength: 25 }), async (changes) => {
        const current = ++round;
        const kept = await Promise.all(changes.map((each, index) => run(each, `r${current}-${index}`)));
        const committed = kept.flat().sort();
        // What comes after is delivered after, so nothing of this round can still be on its way in the log.
        await log.happen(`change.end-${current}`);
        const end = `change.end-${current}`;
        await until(() => heard.includes(end) && received().includes(end));
        // Gives up where an event is missing; the comparison names it.
        const counts = () => [heard, received()].map((ids) => of(current, ids).length);
        await untilOrGivenUp(() => counts().every((count) => count >= committed.length), 20_000);
        expect(of(current, heard)).toEqual(committed);
        expect(of(current, received())).toEqual(committed);
      }),
      { numRuns: 30 },
    );
    // Nothing of earlier rounds came late, either.
    const [logged] = await db.run<{ ids: string[] }>({
      text: "select array_agg(data ->> 'id' order by data ->> 'id') as ids from tradewind.event where name = 'change.made'",
      values: [],
    });
    const changesOnly = (ids: readonly string[]) => new Set(ids.filter((id) => id.startsWith("r")));
    expect(changesOnly(heard)).toEqual(new Set(logged!.ids));
    expect(changesOnly(received())).toEqual(new Set(logged!.ids));
  });
});
