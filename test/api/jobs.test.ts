import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { enqueue } from "../../src/jobs/queue.ts";
import { JobClaimed, JobRunner, type Task } from "../../src/jobs/runner.ts";
import { aGate } from "../support/factories/batch-jobs.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

let done: string[] = [];
let failures = 0;

const silent = { info() {}, warn() {}, error() {} };

const aRunner = ({ tasks = {}, log = silent }: { tasks?: Record<string, Task>; log?: typeof silent } = {}) =>
  new JobRunner({
    db: shop.db,
    tasks: {
      note: async ({ name }) => {
        done.push(String(name));
      },
      stumble: async ({ name }) => {
        if (failures-- > 0) throw new Error("stumbled");
        done.push(String(name));
      },
      ...tasks,
    },
    schedules: [],
    concurrency: 2,
    log,
  });

const { it, shop } = withShop();

const put = (job: Parameters<typeof enqueue>[1]) => inTransaction(shop.db, (tx) => enqueue(tx, job));

const rows = (text: string) => shop.db.run({ text, values: [] });

const jobs = async (query = "") => (await shop.admin.get(`/admin/jobs${query}`)).body;

describe("the queue", () => {
  it("runs committed jobs, and no others", async () => {
    const runner = aRunner();
    await runner.start();
    done = [];
    await expect(
      inTransaction(shop.db, async (tx) => {
        await enqueue(tx, { task: "note", payload: { name: "never" } });
        throw new Error("changed our mind");
      }),
    ).rejects.toThrow("changed our mind");
    await put({ task: "note", payload: { name: "one" } });
    await until(() => done.length > 0);
    await runner.stop();
    expect(done).toEqual(["one"]);
    expect(await jobs()).toMatchObject({ jobs: [], count: 0, limit: 50, offset: 0 });
  });

  it("keeps jobs that failed too often for the administrator, who can retry them", async () => {
    done = [];
    failures = 1;
    await put({ task: "stumble", payload: { name: "two" }, attempts: 1 });
    const runner = aRunner();
    await runner.start();
    await until(async () => (await jobs("?state=dead")).count === 1);
    const [dead] = (await jobs("?state=dead")).jobs;
    expect(dead).toMatchObject({ task: "stumble", attempts: 1, max_attempts: 1 });
    expect(dead.last_error).toContain("stumbled");
    expect(dead.payload).toBeNull();
    const metrics = await (await fetch(`${shop.baseUrl}/metrics`)).text();
    expect(metrics).toContain('tradewind_jobs{state="dead"} 1');
    expect((await shop.admin.post(`/admin/jobs/${dead.id}/retry`)).body).toEqual({
      id: dead.id,
      retried: true,
    });
    await until(() => done.length > 0);
    await runner.stop();
    expect(done).toEqual(["two"]);
  });

  it("gives the work of a runner that died to another", async () => {
    done = [];
    await put({ task: "note", payload: { name: "left" } });
    await shop.db.run({
      text: `update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '1 minute',
        attempts = 1`,
      values: [],
    });
    expect(await jobs("?state=running")).toMatchObject({ count: 1 });
    const runner = aRunner();
    await runner.start();
    await until(() => done.length > 0);
    await runner.stop();
    expect(done).toEqual(["left"]);
  });

  it("leaves work that takes long to the runner that does it", async () => {
    const gate = aGate();
    let begun = 0;
    const long: Task = async () => {
      begun++;
      if (begun === 1) await gate.opened;
    };
    const runner = aRunner({ tasks: { long } });
    await runner.start();
    await until(async () => (await rows("select id from tradewind.job_worker")).length > 0);
    await put({ task: "long", payload: {} });
    await until(() => begun === 1);
    await rows("update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'");
    // It looks for the dead when it starts.
    const other = aRunner({ tasks: { long } });
    await other.start();
    await other.stop();
    expect((await jobs("?state=running")).jobs).toMatchObject([{ task: "long", attempts: 1 }]);
    gate.open();
    await runner.stop();
    expect([begun, (await jobs()).count]).toEqual([1, 0]);
  });

  it("does not begin again what it is still working on", async () => {
    const gate = aGate();
    let begun = 0;
    const long: Task = async () => {
      begun++;
      await gate.opened;
    };
    const runner = aRunner({ tasks: { long } });
    await runner.start();
    await put({ task: "long", payload: {} });
    await until(() => begun === 1);
    // As another runner does that takes this one for dead.
    await rows("update graphile_worker._private_jobs set locked_by = null, locked_at = null");
    await until(async () => (await jobs("?state=running")).jobs[0]?.attempts === 2);
    gate.open();
    await runner.stop();
    expect([begun, (await jobs()).count]).toEqual([1, 0]);
  });

  it("keeps what another runner has taken over from one that seemed dead", async () => {
    const gate = aGate();
    const logged: string[] = [];
    const log = { ...silent, warn: () => logged.push("warning"), error: () => logged.push("error") };
    let hasBegun = false;
    const slow: Task = async () => {
      hasBegun = true;
      await gate.opened;
      throw new JobClaimed("Another run has it.");
    };
    const runner = aRunner({ tasks: { slow }, log });
    await runner.start();
    await put({ task: "slow", payload: {} });
    await until(() => hasBegun);
    await rows("update graphile_worker._private_jobs set locked_by = 'another', attempts = 2");
    gate.open();
    await runner.stop();
    expect(await rows("select locked_by, attempts, last_error from graphile_worker._private_jobs")).toEqual([
      { locked_by: "another", attempts: 2, last_error: null },
    ]);
    expect(logged).toEqual(["warning"]);
    await rows("delete from graphile_worker._private_jobs");
  });

  it("is for administrators only", async () => {
    expect((await shop.visitor().get("/admin/jobs")).status).toBe(401);
    expect((await shop.visitor().post("/admin/jobs/1/retry")).status).toBe(401);
    expect((await shop.admin.post("/admin/jobs/999999/retry")).status).toBe(404);
    expect((await shop.admin.post("/admin/jobs/nonsense/retry")).status).toBe(404);
    expect((await shop.admin.get("/admin/jobs?state=lost")).status).toBe(400);
  });
});
