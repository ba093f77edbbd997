import { afterEach, describe, expect, it } from "vitest";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { freshDatabase } from "../support/postgres/fresh-database.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

const RUNS =
  "create table run (seq serial primary key, job text not null, payload jsonb not null, attempt integer not null);";

/** Jobs that write down their runs, a schedule, and an event. */
const REMINDERS = `
const record = (job: string) => async (payload: any, { shop, attempt }: any) => {
  await shop.db.insertInto("run").values({ job, payload: JSON.stringify(payload), attempt }).execute();
};
export default {
  name: "reminders",
  migrations: new URL("./migrations/", import.meta.url),
  events: {
    "reminders.sent": { type: "object", required: ["id"], properties: { id: { type: "string" } } },
  },
  jobs: {
    remind: { run: record("remind") },
    nightly: { run: record("nightly") },
    flaky: {
      attempts: 3,
      run: async (payload: any, run: any) => {
        await record("flaky")(payload, run);
        if (run.attempt < 2) throw new Error("not yet");
      },
    },
    endless: {
      attempts: 1,
      timeout: 1,
      run: (payload: any, run: any) =>
        new Promise((resolve) => run.signal.addEventListener("abort", () => void record("aborted")(payload, run))),
    },
  },
  schedules: [{ job: "nightly", pattern: "0 3 * * *", missed: "once" }],
  register({ shop, routes }: any) {
    routes((app: any) => {
      app.post("/store/reminders", ({ body }: any) =>
        shop.transaction(async (tx: any) => {
          if (body.job) await tx.enqueue(body.job, body.payload, body.options);
          if (body.event) await tx.emit(body.event, body.data);
          if (body.fails) throw shop.refusal("not_allowed", "no");
          return {};
        }));
    });
  },
};
`;

let files: PluginFiles;
const shops: StartedShop[] = [];
const start = async (
  environment: Record<string, string> = {},
  options: Parameters<typeof startShop>[1] = {},
) => {
  const shop = await startShop(
    { TRADEWIND_PLUGINS: files.at("plugin.ts"), TRADEWIND_JOBS: "2", ...environment },
    options,
  );
  shops.push(shop);
  return shop;
};
const pluginFiles = () => {
  files = new PluginFiles({ "plugin.ts": REMINDERS, "migrations/0001_run.sql": RUNS });
};
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
  files.remove();
});

const runsIn = (shop: StartedShop) =>
  shop.db.run<{ job: string; payload: object; attempt: number }>({
    text: "select job, payload, attempt from plugin_reminders.run order by seq",
    values: [],
  });

describe("the jobs of a plugin", () => {
  it("run after the commit that enqueued them, are repeated when they fail, and end when they take too long", async () => {
    pluginFiles();
    const shop = await start();
    const post = (body: object) => shop.visitor().post("/store/reminders", body);
    expect((await post({ job: "remind", payload: { id: 1 }, fails: true })).status).toBe(400);
    expect((await post({ job: "remind", payload: { id: 2 } })).status).toBe(200);
    await post({ job: "flaky", payload: {} });
    await post({ job: "endless", payload: {} });
    await until(async () => (await runsIn(shop)).length >= 4);
    const runs = await runsIn(shop);
    expect(runs.filter(({ job }) => job === "remind")).toEqual([
      { job: "remind", payload: { id: 2 }, attempt: 1 },
    ]);
    expect(runs.filter(({ job }) => job === "flaky").map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(runs.filter(({ job }) => job === "aborted")).toHaveLength(1);
    await until(async () => (await shop.admin.get("/admin/jobs?state=dead")).body.jobs.length === 1);
    const { body } = await shop.admin.get("/admin/jobs?state=dead");
    expect(body.jobs[0].task).toBe("plugin:reminders:endless");
    expect(body.jobs[0].last_error).toContain("took longer than 1 s");
  });

  it("replace a waiting one with the same key", async () => {
    pluginFiles();
    const shop = await start({ TRADEWIND_JOBS: "0" });
    for (const id of [1, 2, 3])
      await shop.visitor().post("/store/reminders", {
        job: "remind",
        payload: { id },
        options: { key: "one", after: 60 },
      });
    const { body } = await shop.admin.get("/admin/jobs");
    expect(body.jobs.filter(({ task }: { task: string }) => task === "plugin:reminders:remind")).toHaveLength(
      1,
    );
  });

  it("run once at the start of two processes when their time was missed", async () => {
    pluginFiles();
    const database = await freshDatabase();
    const shared = { database: { ...database, drop: async () => {} } };
    const before = await start({ TRADEWIND_JOBS: "0" }, shared);
    await before.db.run({
      text: `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        values ('plugin:reminders:nightly', now() - interval '9 days', now() - interval '3 days')`,
      values: [],
    });
    const [one, two] = await Promise.all([start({}, shared), start({}, shared)]);
    await until(async () => (await runsIn(one!)).length > 0);
    await two!.visitor().post("/store/reminders", { job: "remind", payload: { last: true } });
    await until(async () => (await runsIn(one!)).some(({ job }) => job === "remind"));
    expect((await runsIn(one!)).filter(({ job }) => job === "nightly")).toHaveLength(1);
    for (const shop of shops.splice(0)) await shop.close();
    await database.drop();
  });
});

describe("the page of jobs", () => {
  const put = (shop: StartedShop, job: string, payload = {}) =>
    shop.visitor().post("/store/reminders", { job, payload, options: { after: 60 } });
  const jobsIn = async (shop: StartedShop) =>
    (await shop.admin.get("/admin/jobs?limit=100")).body.jobs as {
      id: string;
      task: string;
      payload: object;
    }[];

  it("shows the payload without secrets, and none of the shop's own jobs", async () => {
    pluginFiles();
    const shop = await start({ TRADEWIND_JOBS: "0" });
    await put(shop, "remind", { customer: "cus_1", token: "very secret", deep: { password: "x", day: 3 } });
    await shop.db.run({ text: `select graphile_worker.add_job('own', '{"to": "ada"}'::json)`, values: [] });
    const jobs = await jobsIn(shop);
    expect(jobs.map(({ task, payload }) => [task, payload])).toEqual([
      ["own", null],
      ["plugin:reminders:remind", { customer: "cus_1", token: "…", deep: { password: "…", day: 3 } }],
    ]);
  });

  it("deletes a job that waits, once, and neither a running one nor one of the shop", async () => {
    pluginFiles();
    const shop = await start({ TRADEWIND_JOBS: "0" });
    await put(shop, "remind", { id: 1 });
    await put(shop, "flaky", {});
    await shop.db.run({ text: "select graphile_worker.add_job('own', '{}'::json)", values: [] });
    await shop.db.run({
      text: `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x'
        where id in (select id from graphile_worker.jobs where task_identifier = 'plugin:reminders:flaky')`,
      values: [],
    });
    const byTask = Object.fromEntries((await jobsIn(shop)).map(({ task, id }) => [task, id]));
    const remove = async (id: string | undefined, client = shop.admin) =>
      (await client.delete(`/admin/jobs/${id}`)).status;
    expect(await remove(byTask["plugin:reminders:remind"], shop.visitor())).toBe(401);
    expect(await remove(byTask["own"])).toBe(400);
    expect(await remove(byTask["plugin:reminders:flaky"])).toBe(409);
    expect(await remove("nonsense")).toBe(404);
    expect(await jobsIn(shop)).toHaveLength(3);
    const waiting = byTask["plugin:reminders:remind"];
    const answers = await Promise.all([remove(waiting), remove(waiting)]);
    expect(answers.sort()).toEqual([200, 404]);
    expect((await jobsIn(shop)).map(({ task }) => task).sort()).toEqual(["own", "plugin:reminders:flaky"]);
  });

  it("lists schedules with their last and next run", async () => {
    pluginFiles();
    const shop = await start({ TRADEWIND_JOBS: "0" });
    const read = async () => {
      const { body } = await shop.admin.get("/admin/jobs/schedules");
      return body.schedules.find(({ task }: { task: string }) => task === "plugin:reminders:nightly");
    };
    const next = await read();
    expect(next).toMatchObject({ pattern: "0 3 * * *", is_made_up_for: true, last_run_at: null });
    expect(next.next_run_at).toMatch(/T03:00:00.000Z$/);
    expect(new Date(next.next_run_at).getTime() - Date.now()).toBeLessThan(24 * 3600 * 1000 + 1000);
    await shop.db.run({
      text: `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        values ('plugin:reminders:nightly', now(), '2026-01-02T03:00:00Z')`,
      values: [],
    });
    expect((await read()).last_run_at).toBe("2026-01-02T03:00:00.000Z");
    expect((await shop.visitor().get("/admin/jobs/schedules")).status).toBe(401);
  });
});

describe("the events of a plugin", () => {
  it("are in the log with the transaction, and only if they are declared", async () => {
    pluginFiles();
    const shop = await start({ TRADEWIND_JOBS: "0" });
    const post = (body: object) => shop.visitor().post("/store/reminders", body);
    expect((await post({ event: "reminders.sent", data: { id: "a" }, fails: true })).status).toBe(400);
    expect((await post({ event: "reminders.sent", data: { id: 7 } })).status).toBe(500);
    expect((await post({ event: "reminders.lost", data: { id: "b" } })).status).toBe(500);
    expect((await post({ event: "reminders.sent", data: { id: "c" } })).status).toBe(200);
    const { body } = await shop.admin.get("/admin/events?name=reminders.sent");
    expect(body.events.map(({ data }: { data: object }) => data)).toEqual([{ id: "c" }]);
  });
});

describe("jobs, schedules and events that are declared wrongly stop the start:", () => {
  it.each([
    ["jobs: { Remind: { run() {} } }", "the job Remind must have a name"],
    ["jobs: { remind: {} }", "the job remind has no function run"],
    ["jobs: { remind: { run() {}, attempts: 0 } }", "attempts of the job remind must be 1 to 100"],
    ["jobs: { remind: { run() {}, timeout: 'x' } }", "timeout of the job remind"],
    ["jobs: { remind: { run() {}, attempt: 3 } }", "the job remind has attempt, which there is not"],
    ["schedules: [null]", "a schedule must be an object"],
    [
      "jobs: { a: { run() {} } }, schedules: [{ job: 'a', pattern: '* * * * *', miss: 'once' }]",
      "the schedule of the job a has miss, which there is not: there are job, pattern, missed",
    ],
    [
      "middleware: [{ path: '/store/*', method: 'POST', handler() {} }]",
      "the middleware /store/* has method, which there is not: there are path, methods, handler",
    ],
    [
      "register: ({ on }: any) => on('order.placd', () => {})",
      'on("order.placd"): nothing announces such an event, but there is order.placed',
    ],
    ["register: ({ on }: any) => on('ordr.*', () => {})", 'on("ordr.*"): nothing announces such an event'],
    [
      "register: ({ routes }: any) => routes((app: any) => app.get('/admin/x', { config: { permission: 'order:reed' } }, () => 1))",
      "the route GET /admin/x: there is no permission order:reed",
    ],
    [
      "register: ({ routes }: any) => routes((app: any) => app.get('/admin/x', { config: { permission: 'orders:reed' } }, () => 1))",
      "the route GET /admin/x: there is no permission orders:reed, but there is orders:read",
    ],
    ["schedules: [{ job: 'remind', pattern: '* * * * *' }]", "a schedule names the job remind"],
    [
      "jobs: { a: { run() {} } }, schedules: [{ job: 'a', pattern: 'daily' }]",
      "must have five fields like 0 3 * * *",
    ],
    [
      "jobs: { a: { run() {} } }, schedules: [{ job: 'a', pattern: '99 * * * *' }]",
      "the pattern of the job a has the minute 99: it must be *, numbers from 0 to 59",
    ],
    ["events: { 'order.placed': {} }", "the event order.placed must begin with reminders."],
    ["events: { 'reminders.sent': 1 }", "the event reminders.sent has no schema"],
  ])("%s", async (part, reason) => {
    files = new PluginFiles({ "plugin.ts": `export default { name: "reminders", ${part} };` });
    await expect(start()).rejects.toThrow(reason);
  });
});

it("a plugin subscribes to what the shop or a plugin announces", async () => {
  const subscribed = ["order.placed", "order.*", "*", "reminders.sent", "oauth.token_generated.books"];
  files = new PluginFiles({
    "plugin.ts": `export default {
      name: "reminders", events: { "reminders.sent": {} },
      register({ on }: any) { for (const event of ${JSON.stringify(subscribed)}) on(event, () => {}); },
    };`,
  });
  const shop = await start({ TRADEWIND_JOBS: "0" });
  expect((await shop.visitor().get("/store/regions")).status).toBe(200);
});

describe("the routes of a plugin", () => {
  const refused = (route: string) => {
    files = new PluginFiles({
      "plugin.ts": `export default { name: "reminders", register: ({ routes }: any) => routes((app: any) => { ${route} }) };`,
    });
    return start();
  };

  it.each([
    ["app.get('/app/reminders', () => ({}))", "below /app, which is for the server alone"],
    ["app.get('/docs/reminders', () => ({}))", "below /docs"],
    ["app.get('/pay/reminders', () => ({}))", "below /pay, which is for the server alone"],
    ["app.post('/hooks/payment/stripe', () => ({}))", "below /hooks/payment, which is for the server alone"],
    ["app.post('/hooks/payment/:id', () => ({}))", "is already one of the server"],
    ["app.get('/health', () => ({}))", "is already one of the server"],
    [
      "app.post('/store/carts', () => ({}))",
      "the route POST /store/carts of the plugin reminders is already one of selling/carts",
    ],
    ["app.get('/admin/orders/:order', () => ({}))", "is already one of orders/orders"],
    ["app.get('/store/carts/:id(^(cart|x)_.*$)', () => ({}))", "is already one of selling/carts"],
    [
      "app.get('/:area/report', () => ({}))",
      "the route /:area/report of the plugin reminders would answer for paths of the server",
    ],
  ])("are refused where another has them, with both names: %s", async (route, reason) => {
    await expect(refused(route)).rejects.toThrow(reason);
  });

  it("of two plugins that clash are named", async () => {
    files = new PluginFiles({
      "a.ts": `export default { name: "a", register: ({ routes }: any) => routes((app: any) => app.get("/store/x", () => 1)) };`,
      "b.ts": `export default { name: "b", register: ({ routes }: any) => routes((app: any) => app.get("/store/x", () => 2)) };`,
    });
    const started = startShop({ TRADEWIND_PLUGINS: `${files.at("a.ts")},${files.at("b.ts")}` });
    await expect(started).rejects.toThrow("GET /store/x of the plugin b is already one of the plugin a");
  });
});
