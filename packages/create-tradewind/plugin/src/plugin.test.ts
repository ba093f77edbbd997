import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestShop, type TestShop } from "tradewind/testing";
import plugin from "./plugin.ts";

let shop: TestShop;
before(async () => {
  shop = await startTestShop({ plugins: [plugin] });
});
after(() => shop.stop());

const visitorsOf = async (): Promise<unknown> => (await shop.admin.get("/admin/visits")).body.visitors;

test("visits are counted, announced and listed", async () => {
  const ada = await shop.customer("ada@example.com");
  assert.deepEqual((await ada.post("/store/visits", {})).body, { number: 1 });
  assert.deepEqual((await ada.post("/store/visits", {})).body, { number: 2 });
  assert.deepEqual(await visitorsOf(), [{ email: "ada@example.com", number: 2 }]);
  const { body } = await shop.admin.get("/admin/events?name={{name}}.visited");
  assert.equal(body.count, 2);
});

test("a visit needs a customer, and a time that is not in the future", async () => {
  assert.equal((await shop.store.post("/store/visits", {})).status, 401);
  assert.equal((await shop.store.get("/admin/visits")).status, 401);
  const grace = await shop.customer("grace@example.com");
  assert.equal((await grace.post("/store/visits", { at: "yesterday" })).status, 400);
  const { status, body } = await grace.post("/store/visits", { at: "2999-01-01T00:00:00Z" });
  assert.equal(status, 400);
  assert.equal(body.message, "at: a visit is not in the future");
});

test("old visits are deleted every night", async () => {
  const alan = await shop.customer("alan@example.com");
  await alan.post("/store/visits", { at: "2020-01-01T00:00:00Z" });
  await shop.runJob("{{name}}:delete-old");
  assert.deepEqual(await visitorsOf(), [{ email: "ada@example.com", number: 2 }]);
  const { body } = await shop.admin.get("/admin/jobs/schedules");
  assert.ok(body.schedules.some(({ task }: { task: string }) => task === "plugin:{{name}}:delete-old"));
});

test("the routes are in the API reference", async () => {
  const { body } = await shop.store.get("/openapi.json");
  assert.deepEqual(body.paths["/admin/visits"].get["x-permissions"], ["customers:read"]);
  assert.deepEqual(body.paths["/store/visits"].post.tags, ["{{name}}"]);
});

test("subscribers and jobs have no errors", async () => {
  await shop.waitForEvents();
  await shop.runJobs();
});
