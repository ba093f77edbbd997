import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { enqueue } from "../../src/jobs/queue.ts";
import { version } from "../../src/package-root.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop(() =>
  startShop({ STRIPE_API_KEY: "sk_test_never_shown", STRIPE_WEBHOOK_SECRET: "whsec_never_shown" }),
);

const health = async () => (await shop.admin.get("/admin/health")).body.health;
const run = (text: string) => shop.db.run({ text, values: [] });

describe("the health of the shop", () => {
  it("is for users who may read jobs", async () => {
    expect((await shop.visitor().get("/admin/health")).status).toBe(401);
  });

  it("names versions, the database, providers and caches, and no secrets", async () => {
    const answer = await health();
    expect(answer).toMatchObject({
      version,
      node_version: process.version,
      database: { state: "ok", pending_migrations: [], version: expect.stringMatching(/^\d+/) },
      replicas: [],
      providers: { payment: ["manual", "stripe"], fulfillment: ["manual"], files: ["disk"] },
      cache: { hits: expect.any(Number), most_bytes: expect.any(Number) },
    });
    expect(answer.database.latency).toBeGreaterThan(0);
    expect(answer.database.bytes).toBeGreaterThan(1_000_000);
    expect(JSON.stringify(answer)).not.toMatch(/never|postgres:\/\//);
  });

  it("counts jobs, and says since when the oldest waits", async () => {
    const before = await health();
    await inTransaction(shop.db, (tx) => enqueue(tx, { task: "a-task-without-a-worker", payload: {} }));
    const { queue } = await health();
    expect(queue).toMatchObject({ waiting: before.queue.waiting + 1, dead: 0 });
    expect(Date.parse(queue.oldest_waiting_at)).toBeLessThanOrEqual(Date.now());
    await run("update graphile_worker._private_jobs set attempts = max_attempts");
    expect((await health()).queue).toMatchObject({ dead: before.queue.waiting + 1, oldest_waiting_at: null });
  });

  it("counts webhooks that fail and deliveries that wait", async () => {
    const { body } = await shop.admin.post("/admin/webhooks", {
      url: "https://warehouse.example/hook",
      is_active: false,
    });
    expect((await health()).webhooks).toEqual({ active: 0, failing: 0, open_deliveries: 0 });
    await run(`insert into tradewind.webhook_delivery 
      (id, webhook_id, event_seq, event_id, event_name, status, next_try_at, give_up_at)
      values ('whd_open', '${body.webhook.id}', 1, 'evt_1', 'order.placed', 'retrying', now(), now())`);
    await run("update tradewind.webhook set disabled_at = now()");
    expect((await health()).webhooks).toEqual({ active: 0, failing: 1, open_deliveries: 1 });
  });

  it("names migrations that are not applied", async () => {
    const [last] = await shop.db.run<{ id: string }>({
      text: "select max(id) as id from tradewind.migration",
      values: [],
    });
    await run(`update tradewind.migration set id = '0000_hidden' where id = '${last!.id}'`);
    expect((await health()).database.pending_migrations).toEqual([last!.id]);
    await run(`update tradewind.migration set id = '${last!.id}' where id = '0000_hidden'`);
    expect((await health()).database.pending_migrations).toEqual([]);
  });
});
