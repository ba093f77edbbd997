import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import type { ShopEvent } from "../../src/events/subscriber.ts";
import { Subscriptions } from "../../src/events/subscriptions.ts";
import { pause, until } from "../support/time/until.ts";
import { type EventLog, openEventLog } from "./support.ts";

let log: EventLog;
let seen: string[];
const note = (event: ShopEvent) => {
  seen.push(event.name);
};

beforeEach(async () => {
  log = await openEventLog();
  seen = [];
});
afterEach(() => log.close());

const cursor = async (name = "test") => {
  const text = "select * from tradewind.event_cursor where subscriber = $1";
  const [row] = await log.db.run<Record<string, unknown>>({ text, values: [name] });
  return row;
};

/** What the database sees when a process is gone whose handlers are running. */
const cutTransactions = () =>
  log.db.run({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like '%event_parked%'`,
    values: [],
  });

describe("a subscriber", () => {
  it("receives an event once its change is committed", async () => {
    const events: ShopEvent[] = [];
    await log.subscribe((event) => events.push(event));
    await inTransaction(log.db, async (tx) => {
      await announce(tx, "customer.created", { id: "cus_1", email: "a@example.com" });
      await pause(100);
      expect(events).toEqual([]);
    });
    await until(() => events.length === 1);
    expect(events[0]).toMatchObject({
      name: "customer.created",
      data: { id: "cus_1", email: "a@example.com" },
    });
    expect(events[0]!.id).toMatch(/^evt_/);
    expect(events[0]!.occurredAt).toBeInstanceOf(Date);
  });

  it("receives it at once, not at the next poll", async () => {
    await log.subscribe(note);
    await log.happen("first");
    await until(() => seen.length === 1);
    await log.happen("second");
    await until(() => seen.length === 2);
  });

  it("never receives a change that was rolled back", async () => {
    await log.subscribe(note);
    const failing = inTransaction(log.db, async (tx) => {
      await announce(tx, "never", { id: "1" });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await log.happen("after");
    await until(() => seen.length > 0);
    expect(seen).toEqual(["after"]);
  });

  it("receives events in the order in which they were written", async () => {
    await log.subscribe(note);
    const names = Array.from({ length: 250 }, (_, index) => `event-${index}`);
    await log.happen(...names.slice(0, 130));
    for (const name of names.slice(130)) await log.happen(name);
    // At least once: after a failed commit its events are delivered again.
    const heard = () => [...new Set(seen)];
    await until(() => heard().length === names.length);
    expect(heard()).toEqual(names);
  });

  it("receives only the events it subscribed to, and skips the others for good", async () => {
    await log.subscribe(note, { event: "wanted" });
    await log.happen("other", "wanted", "wanted.not", "*");
    await log.happen("wanted");
    await until(() => seen.length === 2);
    expect(seen).toEqual(["wanted", "wanted"]);
    const [last] = await log.db.run<{ seq: number }>({
      text: "select max(seq) as seq from tradewind.event",
      values: [],
    });
    await until(async () => (await cursor())?.["seq"] === last!.seq);
  });

  it("may ask for all events of an area", async () => {
    await log.subscribe(note, { event: "order.*" });
    await log.happen(
      "order",
      "order.placed",
      "order-edit.created",
      "orders.placed",
      "order.a.b",
      "cart.order.x",
    );
    await log.happen("last.order", "order.last");
    await until(() => seen.includes("order.last"));
    expect(seen).toEqual(["order.placed", "order.a.b", "order.last"]);
  });

  it("begins with what happens after its first registration", async () => {
    await log.happen("before");
    // While an older transaction is open on the server, later events may be delivered as well.
    await until(async () => {
      const [row] = await log.db.run<{ isSettled: boolean }>({
        text: `select bool_and(tx < pg_snapshot_xmin(pg_current_snapshot())) as "isSettled" from tradewind.event`,
        values: [],
      });
      return row!.isSettled;
    });
    await log.subscribe(note);
    await log.happen("after");
    await until(() => seen.length > 0);
    expect(seen).toEqual(["after"]);
  });

  it("does not lose an event that was announced first and committed last", async () => {
    await log.subscribe(note);
    await inTransaction(log.db, async (tx) => {
      await announce(tx, "early but late", { id: "1" });
      await tx.run({ text: "select 1", values: [] });
      await log.happen("late but early");
      await pause(200);
      // It would be passed over if the later one were delivered already.
      expect(seen).toEqual([]);
    });
    await until(() => seen.length === 2);
    expect(seen).toEqual(["early but late", "late but early"]);
  });

  it("is not held up for long by a transaction that announces nothing", async () => {
    await log.subscribe(note);
    await inTransaction(log.db, async (tx) => {
      await tx.run({ text: "select pg_current_xact_id()", values: [] });
      await log.happen("held up");
      await pause(200);
      expect(seen).toEqual([]);
    });
    await until(() => seen.length === 1);
  });

  it("is not held up by another subscriber that takes its time", async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await log.subscribe(() => held, { name: "slow" });
    await log.happen("first");
    await pause(100);
    await log.subscribe(note, { name: "quick" });
    await log.happen("second");
    // Earlier events may be delivered as well, see above.
    await until(() => seen.includes("second"));
    letGo();
  });
});

describe("a subscriber that fails", () => {
  const parked = async () =>
    log.db.run<Record<string, unknown>>({
      text: "select * from tradewind.event_parked order by tx, seq",
      values: [],
    });

  it("sees the event again, and no later one of the same entity before", async () => {
    let failures = 3;
    await log.subscribe((event) => {
      seen.push(event.name);
      if (event.name === "hard" && failures-- > 0) throw new Error("not now");
    });
    await log.happenTo("order", "easy", "hard", "next");
    await log.happenTo("order", "last");
    await until(() => seen.includes("last"));
    expect(seen).toEqual(["easy", "hard", "hard", "hard", "hard", "next", "last"]);
    await until(async () => (await parked()).length === 0);
  });

  it("continues with other entities during the pause", async () => {
    let isMended = false;
    await log.subscribe(({ name, data }) => {
      if (data["id"] === "broken" && !isMended) throw new Error("not now");
      seen.push(name);
    });
    await log.happenTo("broken", "b1", "b2");
    await log.happenTo("whole", "w1");
    await log.happenTo("broken", "b3");
    await log.happenTo("whole", "w2");
    await until(() => seen.includes("w2"));
    expect(seen).toEqual(["w1", "w2"]);
    await until(async () => (await parked()).length === 3);
    isMended = true;
    await until(() => seen.length === 5);
    expect(seen).toEqual(["w1", "w2", "b1", "b2", "b3"]);
  });

  it("keeps events of no entity apart from one another", async () => {
    let failures = 1;
    await log.subscribe(({ name }) => {
      if (name === "first" && failures-- > 0) throw new Error("not now");
      seen.push(name);
    });
    await inTransaction(log.db, async (tx) => {
      await announce(tx, "first", { email: "a@example.com" });
      await announce(tx, "second", { email: "a@example.com" });
    });
    await until(() => seen.length === 2);
    expect(seen).toEqual(["second", "first"]);
  });

  it("leaves its reason, and waits longer each time", async () => {
    const at: number[] = [];
    await log.subscribe(async () => {
      at.push(Date.now());
      throw new Error("the mail server is down");
    });
    await log.happen("doomed");
    await until(async () => at.length >= 4 && Number((await parked())[0]?.["attempts"]) >= 4);
    expect(await parked()).toMatchObject([
      { subscriber: "test", entity: "doomed", last_error: "the mail server is down" },
    ]);
    const pauses = at.slice(1).map((time, index) => time - at[index]!);
    // 30, 60 and 120 ms, never sooner.
    expect(pauses[0]).toBeGreaterThanOrEqual(29);
    expect(pauses[1]).toBeGreaterThanOrEqual(59);
    expect(pauses[2]).toBeGreaterThanOrEqual(119);
  });

  it("is aborted when it hangs, and retried", async () => {
    let hangs = 2;
    const aborted: unknown[] = [];
    const hanging = (name: string, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (name !== "hangs" || hangs-- <= 0) return resolve();
        signal.addEventListener("abort", () => aborted.push(signal.reason));
      });
    await log.subscribe(
      async ({ name }, { signal }) => {
        await hanging(name, signal);
        seen.push(name);
      },
      { timeout: 200 },
    );
    await log.happen("hangs", "other");
    await until(() => seen.length === 2);
    expect(seen).toEqual(["other", "hangs"]);
    expect(aborted.map(String)).toEqual(Array(2).fill("Error: the handler took longer than 200 ms"));
  });

  it("retries in another process the events that were parked in this one", async () => {
    const first = await log.subscribe(() => {
      throw new Error("not here");
    });
    await log.happenTo("order", "one", "two");
    await until(async () => (await parked()).length === 2);
    await first.stop();
    await log.subscribe(note);
    await until(() => seen.length === 2);
    expect(seen).toEqual(["one", "two"]);
  });

  it("leaves the rest in the log once very much is parked, and loses nothing", async () => {
    const first = await log.subscribe(note);
    await first.stop();
    await log.db.run({
      text: `insert into tradewind.event (id, name, entity_id, data)
        select 'evt_' || n, 'bulk', 'order', '{}' from generate_series(1, 10001) n`,
      values: [],
    });
    await log.db.run({
      text: `insert into tradewind.event_parked (subscriber, entity, tx, seq, next_try_at)
        select 'test', entity_id, tx, seq, now() + interval '1 hour' from tradewind.event`,
      values: [],
    });
    await log.db.run({
      text: `update tradewind.event_cursor set tx = (select max(tx::text::numeric)::text::xid8 from tradewind.event),
        seq = (select max(seq) from tradewind.event)`,
      values: [],
    });
    const waiting = await log.subscribe(note);
    await log.happen("late");
    await pause(200);
    expect(seen).toEqual([]);
    await waiting.stop();
    await log.db.run({ text: "update tradewind.event_parked set next_try_at = now()", values: [] });
    await log.subscribe(note);
    await until(() => seen.length === 10_002);
    expect(seen.filter((name) => name === "late")).toEqual(["late"]);
  });
});

describe("several processes", () => {
  it("continue where the one before stopped", async () => {
    const first = await log.subscribe(note);
    await log.happen("one");
    await until(() => seen.length === 1);
    await first.stop();
    await log.happen("two", "three");
    await log.subscribe(note);
    await until(() => seen.length === 3);
    expect(seen).toEqual(["one", "two", "three"]);
  });

  it("stop only when the running handler is done, and do not repeat what it did", async () => {
    let isRunning = false;
    const first = await log.subscribe(async (event) => {
      isRunning = true;
      await pause(300);
      seen.push(event.name);
    });
    await log.happen("one", "two");
    await until(() => isRunning);
    await first.stop();
    expect(seen).toEqual(["one"]);
    await log.subscribe(note);
    await until(() => seen.length === 2);
    expect(seen).toEqual(["one", "two"]);
  });

  it("stop at any moment, also right after the start", async () => {
    for (const wait of [0, 0, 1, 3, 10]) {
      const process = await log.subscribe(note);
      if (wait > 0) await pause(wait);
      await process.stop();
    }
  });

  it("deliver each event once between them, in order", async () => {
    await log.subscribe(note, { pollPause: 50 });
    await log.subscribe(note, { pollPause: 50 });
    const names = Array.from({ length: 200 }, (_, index) => `event-${index}`);
    for (const name of names) await log.happen(name);
    await until(() => seen.length >= names.length);
    await pause(200);
    expect(seen).toEqual(names);
  });

  it("take over from one that was killed", async () => {
    let isHandling = false;
    const handleForever = () => {
      isHandling = true;
      return new Promise<void>(() => {});
    };
    const first = await log.subscribe(handleForever, { pollPause: 50 });
    await log.happen("urgent");
    await until(() => isHandling);
    const second = log.subscribe(note, { pollPause: 50 });
    await second;
    await pause(200);
    expect(seen).toEqual([]);
    await cutTransactions();
    await until(() => seen.length === 1);
    // Its handler never ends, so it cannot be stopped.
    first.stop = async () => {};
  });
});

describe("the order of the events of an entity", () => {
  it("holds while handlers fail, processes share the work and connections are cut", async () => {
    const entities = ["a", "b", "c", "d", "e"];
    const COUNT = 60;
    const done = new Map(entities.map((entity) => [entity, new Set<number>()]));
    const early: string[] = [];
    const handler = async ({ data }: ShopEvent) => {
      const [entity, number] = [String(data["id"]), Number(data["number"])];
      const before = done.get(entity)!;
      if (number > 0 && !before.has(number - 1)) early.push(`${entity}${number}`);
      await pause(Math.random() * 3);
      if (Math.random() < 0.2) throw new Error("not now");
      before.add(number);
    };
    await log.subscribe(handler, { pollPause: 50 });
    await log.subscribe(handler, { pollPause: 50 });
    await Promise.all(
      entities.map(async (entity) => {
        for (let number = 0; number < COUNT; number++) {
          await inTransaction(log.db, (tx) => announce(tx, "counted", { id: entity, number }));
          if (number % 20 === 10) await cutTransactions();
        }
      }),
    );
    await until(() => [...done.values()].every((numbers) => numbers.size === COUNT));
    expect(early).toEqual([]);
    const left = { text: "select 1 from tradewind.event_parked", values: [] };
    await until(async () => (await log.db.run(left)).length === 0);
  });
});

describe("the connection that listens", () => {
  it("is renewed when it is cut", async () => {
    await log.subscribe(note);
    await log.happen("before");
    await until(() => seen.length === 1);
    await log.db.run({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`,
      values: [],
    });
    await log.happen("meanwhile");
    await until(() => seen.length === 2);
    await log.happen("after");
    await until(() => seen.length === 3);
  });
});

describe("without subscribers", () => {
  it("nothing runs at all", async () => {
    const statements: string[] = [];
    log.db.onStatement.add((sql) => statements.push(sql.text));
    const subscriptions = new Subscriptions({ db: log.db, subscribers: [], log: { warn: () => {} } });
    await subscriptions.register();
    subscriptions.start();
    await subscriptions.stop();
    expect(statements).toEqual([]);
  });
});

describe("a log restored into another server", () => {
  it("is continued at its position, though its transactions have other numbers", async () => {
    const first = await log.subscribe(note);
    await log.happen("delivered");
    await until(() => seen.length === 1);
    await first.stop();
    await log.happen("not yet");
    // As if the old server had done far more transactions than this one.
    for (const table of ["event", "event_cursor", "event_parked"]) {
      await log.db.run({
        text: `update tradewind.${table} set tx = (tx::text::numeric + 1000000000)::text::xid8`,
        values: [],
      });
    }
    await log.subscribe(note);
    await log.happen("new");
    await until(() => seen.length === 3);
    expect(seen).toEqual(["delivered", "not yet", "new"]);
  });
});
