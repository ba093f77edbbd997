import { mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { ran } from "../support/servers/shell.ts";
import { until } from "../support/time/until.ts";
import { PluginFiles } from "./plugin-files.ts";

const checkout = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

const PLUGIN = `
import { definePlugin, tables, Type } from "tradewind/plugin";

export default definePlugin({
  name: "points",
  tables: tables<{ balance: { customer_id: string; points: number } }>(),
  migrations: new URL("./migrations/", import.meta.url),
  events: { "points.expired": Type.Object({ id: Type.String() }) },
  jobs: {
    expire: {
      async run(payload, { shop }) {
        if (payload["fails"]) throw new Error("the clock is broken");
        await shop.transaction(async (tx) => {
          await tx.db.updateTable("balance").set({ points: 0 }).execute();
          await tx.emit("points.expired", { id: "all" });
        });
      },
    },
  },
  schedules: [{ job: "expire", pattern: "0 3 * * *" }],
  register({ routes, on, shop }) {
    on("customer.created", ({ data }) =>
      shop.transaction(async (tx) => {
        if (data["id"] === undefined) throw new Error("no customer");
        await tx.db.insertInto("balance").values({ customer_id: String(data["id"]), points: 100 }).execute();
        await tx.enqueue("expire", {}, { after: 365 * 24 * 3600 });
      }),
    );
    on("points.expired", () => {
      if (process.env["FAILS"]) throw new Error("the door is locked");
    });
    routes((app) => {
      app.get("/store/points", { config: { customerOnly: true } }, async (request) => {
        const { customerId } = await request.caller();
        return shop.db.selectFrom("balance").select("points").where("customer_id", "=", customerId!).executeTakeFirst();
      });
    });
  },
});
`;

/** The same story for both test runners, and for a plugin that is given or named. */
const story = (runner: string, plugin: string) => `
import assert from "node:assert/strict";
${runner}
import { startTestShop, type TestShop } from "tradewind/testing";
import points from "./plugin.ts";

let shop: TestShop;
BEFORE(async () => {
  shop = await startTestShop({ plugins: [${plugin}], environment: { TRADEWIND_REQUIRE_SHIPPING: "on" } });
});
AFTER(() => shop.stop());

test("customers begin with points, and lose them after a year", async () => {
  assert.equal(points.name, "points");
  const customer = await shop.customer("ada@example.com");
  assert.equal((await shop.store.get("/store/points")).status, 401);
  await shop.waitForEvents();
  assert.deepEqual((await customer.get("/store/points")).body, { points: 100 });
  await shop.runJobs();
  assert.deepEqual(await shop.query("select points from plugin_points.balance"), [{ points: 100 }]);
  await shop.runJobs({ scheduled: true });
  assert.deepEqual((await customer.get("/store/points")).body, { points: 0 });
  const { status, body } = await shop.admin.get("/admin/events?name=points.expired");
  assert.deepEqual([status, body.count], [200, 1]);
});

test("the errors of jobs and subscribers are those of the test", async () => {
  await assert.rejects(shop.runJob("points:expire", { fails: true }), /the clock is broken/);
  await assert.rejects(shop.runJob("points:other"), /there is no job points:other/);
  process.env["FAILS"] = "1";
  await shop.runJob("points:expire");
  await assert.rejects(shop.waitForEvents(), /points.expired.*the door is locked/s);
  delete process.env["FAILS"];
});
`;

const ofNode = (plugin: string) =>
  story('import { after, before, test } from "node:test";', plugin)
    .replace("BEFORE(", "before(")
    .replace("AFTER(", "after(");
const ofVitest = (plugin: string) =>
  story('import { afterAll, beforeAll, test } from "vitest";', plugin)
    .replace("BEFORE(", "beforeAll(")
    .replace("AFTER(", "afterAll(");

const BY_NAME = 'new URL("./plugin.ts", import.meta.url)';
const AS_OBJECT = "points";

let files: PluginFiles;

const it = withSetup(
  () => {
    files = new PluginFiles({
      "package.json": JSON.stringify({ type: "module", private: true }),
      "plugin.ts": PLUGIN,
      "migrations/0001_balance.sql":
        "create table balance (customer_id text primary key, points integer not null);",
      "named.test.ts": ofNode(BY_NAME),
      "given.test.ts": ofNode(AS_OBJECT),
      "with-vitest.spec.ts": ofVitest(AS_OBJECT),
    });
    mkdirSync(files.at("node_modules"));
    symlinkSync(checkout, files.at("node_modules/tradewind"));
    symlinkSync(join(checkout, "node_modules/vitest"), files.at("node_modules/vitest"));
  },
  () => files.remove(),
);

/** Without the variables of the test runner that runs this test. */
const run = (command: string, ...words: string[]) =>
  ran(command, words, { cwd: files.folder, environment: {} });

const leftovers = () =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`tradewind-test-${process.getuid?.()}-`));

describe("a shop for the tests of a plugin", () => {
  it("runs in parallel test files of Node, and leaves nothing", async () => {
    const output = await run(
      process.execPath,
      "--import",
      "tradewind/typescript",
      "--test",
      "named.test.ts",
      "given.test.ts",
    );
    expect(output).toMatch(/# pass 4|ℹ pass 4/);
    await until(() => leftovers().length === 0);
  });

  it("runs in Vitest", async () => {
    await run(
      process.execPath,
      "node_modules/vitest/vitest.mjs",
      "run",
      "with-vitest.spec.ts",
      "--root",
      ".",
      // The first shop of a run starts the database.
      "--hookTimeout=120000",
      "--testTimeout=120000",
    );
    await until(() => leftovers().length === 0);
  });
});
