import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { enqueue } from "../../src/jobs/queue.ts";
import { JobRunner, type Schedule, type Task } from "../../src/jobs/runner.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { pause, until } from "../support/time/until.ts";

let database: TestDatabase;
let db: Db;
let proxy: TcpProxy;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.url, poolSize: 2 });
  proxy = new TcpProxy(socketOf(database.url));
  await proxy.open();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await proxy.close();
  await db.close();
  await database.drop();
});

const quiet = { info() {}, warn() {}, error() {} };

/** A runner of another process, whose way to the database can be cut. */
async function startRunner(tasks: Record<string, Task>, schedules: Schedule[] = []): Promise<JobRunner> {
  const own = openDatabase({ url: proxy.urlOf(database.url), poolSize: 4 });
  const runner = new JobRunner({ db: own, tasks, schedules, concurrency: 2, log: quiet });
  closing.push(async () => {
    await runner.stop();
    await own.close();
  });
  await runner.start();
  return runner;
}

const put = (task: string, payload = {}) => inTransaction(db, (tx) => enqueue(tx, { task, payload }));

async function whileGone(work: () => Promise<void>): Promise<void> {
  proxy.isClosed = true;
  proxy.cut();
  await work();
  proxy.isClosed = false;
}

describe("a job runner", () => {
  it("continues when the database was gone at the moment at which a job ended", async () => {
    const done: string[] = [];
    await startRunner({
      last: async () => {
        done.push("last");
        // What follows is the note that it is done.
        proxy.isClosed = true;
        proxy.cut();
      },
      next: async () => void done.push("next"),
    });
    await put("last");
    await until(() => proxy.isClosed);
    await pause(500);
    proxy.isClosed = false;
    await put("next");
    await until(() => done.includes("next"));
    expect(done.filter((name) => name === "next")).toEqual(["next"]);
  });

  it("survives that its listening connection breaks while it stops", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", note);
    closing.push(async () => void process.off("unhandledRejection", note));
    const held = proxy.holdNextRequest('LISTEN "jobs:insert"');
    const runner = await startRunner({});
    await held;
    const stopped = runner.stop();
    await pause(100);
    proxy.cut();
    await stopped;
    await pause(100);
    expect(unhandled).toEqual([]);
  });

  it("releases a job whose assignment it never received", async () => {
    let runs = 0;
    await startRunner({ unheard: async () => void runs++ });
    const cut = proxy.cutNextAnswer("never arrives");
    await put("unheard", { word: "never arrives" });
    await cut;
    const locked =
      "update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds' returning id";
    // As if it had been so for a while.
    expect(await db.run({ text: locked, values: [] })).toHaveLength(1);
    await until(() => runs > 0);
    expect(runs).toBe(1);
  });

  it("begins when the database is there, should it not be at the start", async () => {
    const done: string[] = [];
    await whileGone(async () => {
      await startRunner({ note: async () => void done.push("note") });
      await put("note");
    });
    await until(() => done.length > 0);
  });
});

describe("a job that is due every minute", () => {
  const every = [{ task: "tick", pattern: "* * * * *" }];
  const lastTick = async () => {
    const text = "select last_execution as last, now() as now from graphile_worker._private_known_crontabs";
    return (await db.run<{ last: Date; now: Date }>({ text, values: [] }))[0]!;
  };

  it("is due by the clock of the database, also after a process with a wrong clock", async () => {
    await db.run({
      text: `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        values ('tick', now() - interval '1 day', now() + interval '1 hour')`,
      values: [],
    });
    let ticks = 0;
    await startRunner({ tick: async () => void ticks++ }, every);
    await until(() => ticks > 0);
    const { last, now } = await lastTick();
    expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
  });

  it("is done by one of all processes", async () => {
    let ticks = 0;
    const tick: Task = async () => void ticks++;
    await Promise.all([1, 2, 3].map(() => startRunner({ tick }, every)));
    await until(() => ticks > 0);
    await pause(500);
    // Two, if a minute has begun during the test.
    expect(ticks).toBeLessThanOrEqual(2);
  });
});
