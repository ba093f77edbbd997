import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook } from "../support/services/webhook-receiver.ts";

const { it, shop } = withShop();

const shown = async (id: string) => (await shop.admin.get(`/admin/webhooks/${id}`)).body.webhook;
const count = async () => (await shop.admin.get("/admin/webhooks?limit=1")).body.count;
const secretsOf = (id: string) =>
  shop.db.run<{ secret: string; previous_secret: string | null; hours: number | null }>({
    text: `select secret, previous_secret, extract(epoch from previous_until - now()) / 3600 as hours
      from tradewind.webhook_secret where webhook_id = $1`,
    values: [id],
  });
const unknown = { type: "not_found", message: "Webhook with id: whk_unknown was not found" };

describe("every route of webhooks", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", "/ID"],
    ["POST", "/ID"],
    ["DELETE", "/ID"],
    ["POST", "/ID/rotate-secret"],
    ["POST", "/ID/replay"],
    ["POST", "/ID/test"],
    ["GET", "/ID/deliveries"],
    ["GET", "/ID/deliveries/whd_1"],
    ["POST", "/ID/deliveries/whd_1/retry"],
  ])("%s /admin/webhooks%s is for users only", async (method, path) => {
    const { id } = await aWebhook(shop.admin);
    const before = await shown(id);
    const answer = await shop.visitor().send(method, `/admin/webhooks${path.replace("ID", id)}`);
    expect(answer.status).toBe(401);
    expect(await shown(id)).toEqual(before);
  });

  it.each([
    ["GET", "", undefined],
    ["POST", "", {}],
    ["DELETE", "", undefined],
    ["POST", "/rotate-secret", undefined],
    ["POST", "/replay", { since: "2020-01-01" }],
    ["POST", "/test", undefined],
    ["GET", "/deliveries", undefined],
  ])("%s /admin/webhooks/whk_unknown%s finds nothing", async (method, path, body) => {
    const answer = await shop.admin.send(method, `/admin/webhooks/whk_unknown${path}`, { body });
    expect(answer).toMatchObject({ status: 404, body: unknown });
  });
});

describe("creating a webhook", () => {
  it("shows it, and this once its secret", async () => {
    const { status, body } = await shop.admin.post("/admin/webhooks", {
      url: "https://example.com/hook?shop=1",
      description: "Orders for the warehouse",
      events: ["order.*", "customer.created", "order.*"],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      webhook: {
        id: expect.stringMatching(/^whk_/),
        author_id: shop.adminId,
        url: "https://example.com/hook?shop=1",
        description: "Orders for the warehouse",
        events: ["order.*", "customer.created"],
        is_active: true,
        failing_since: null,
        failures: 0,
        disabled_at: null,
        disabled_reason: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
    });
    expect(await shown(body.webhook.id)).toEqual(body.webhook);
    expect(await announced(shop.db, "webhook.created")).toContainEqual({ id: body.webhook.id });
  });

  it("subscribes to all events by default", async () => {
    expect((await aWebhook(shop.admin)).events).toEqual(["*"]);
  });

  it("keeps no answer with a secret for an Idempotency-Key", async () => {
    const url = "https://example.com/once";
    const { body } = await shop.admin.post(
      "/admin/webhooks",
      { url },
      { headers: { "idempotency-key": "w1" } },
    );
    const kept = await shop.db.run({
      text: "select 1 from tradewind.idempotency where key = 'w1' or body like $1",
      values: [`%${body.secret}%`],
    });
    expect(kept).toEqual([]);
  });

  it.each([
    [{}, "url is required"],
    [{ url: "" }, "url should not be empty"],
    [{ url: "example.com" }, "url must be a URL that begins with http:// or https://"],
    [{ url: "ftp://example.com/" }, "url must be a URL that begins with http:// or https://"],
    [{ url: "file:///etc/passwd" }, "url must be a URL that begins with http:// or https://"],
    [{ url: "https://me:secret@example.com/" }, "url must not contain a user or a password"],
    [{ url: "https://example.com/", events: [] }, "events should not be empty"],
    [{ url: "https://example.com/", events: ["or*der"] }, /^events: or\*der is neither/],
    [{ url: "https://example.com/", events: ["a b"] }, /^events: a b is neither/],
    [{ url: "https://example.com/", events: "order.placed" }, "events must be an array"],
    [{ url: "https://example.com/", is_active: "yes" }, "is_active must be a boolean"],
    [{ url: "https://example.com/", secret: "mine" }, "property secret should not exist"],
    [{ url: `https://example.com/${"a".repeat(2048)}` }, /^url /],
  ])("refuses %j", async (input, message) => {
    const before = await count();
    const { status, body } = await shop.admin.post("/admin/webhooks", input);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    if (typeof message === "string") expect(body.message).toBe(message);
    else expect(body.message).toMatch(message);
    expect(await count()).toBe(before);
  });
});

describe("changing a webhook", () => {
  it("changes the fields that are sent and leaves the others", async () => {
    const { id } = await aWebhook(shop.admin, { description: "old", events: ["order.placed"] });
    const { body } = await shop.admin.post(`/admin/webhooks/${id}`, { url: "https://example.com/new" });
    expect(body.webhook).toMatchObject({ url: "https://example.com/new", description: "old" });
    expect(body.secret).toBeUndefined();
    const next = await shop.admin.post(`/admin/webhooks/${id}`, { events: ["cart.*"], description: null });
    expect(next.body.webhook).toMatchObject({ events: ["cart.*"], description: null, is_active: true });
    expect(await announced(shop.db, "webhook.updated")).toContainEqual({ id, fields: ["url"] });
  });

  it.each([
    [{ url: "http://10.0.0.1/" }],
    [{ url: "javascript:alert(1)" }],
    [{ events: [] }],
    [{ events: ["*.placed"] }],
    [{ is_active: null }],
    [{ failures: 0 }],
  ])("refuses %j and changes nothing", async (changes) => {
    const { id } = await aWebhook(shop.admin);
    const before = await shown(id);
    const { status } = await shop.admin.post(`/admin/webhooks/${id}`, changes);
    expect(status).toBe(400);
    expect(await shown(id)).toEqual(before);
  });

  it("reactivates one that was switched off, with the full time for open deliveries", async () => {
    const { id } = await aWebhook(shop.admin);
    await shop.db.run({
      text: `update tradewind.webhook set is_active = false, disabled_at = now(), disabled_reason = 'it failed',
        failing_since = now() - interval '2 days', failures = 99 where id = $1`,
      values: [id],
    });
    await shop.db.run({
      text: `insert into tradewind.webhook_delivery
          (id, webhook_id, event_seq, event_id, event_name, status, attempts, next_try_at, give_up_at)
        values ('whd_left', $1, 1, 'evt_1', 'a', 'retrying', 9, now() + interval '1 hour', now() - interval '1 day'),
          ('whd_over', $1, 1, 'evt_1', 'a', 'dead', 9, null, now() - interval '1 day')`,
      values: [id],
    });
    const { body } = await shop.admin.post(`/admin/webhooks/${id}`, { is_active: true });
    expect(body.webhook).toMatchObject({
      is_active: true,
      disabled_at: null,
      disabled_reason: null,
      failing_since: null,
      failures: 0,
    });
    const left = await shop.db.run({
      text: `select id, attempts, next_try_at <= now() as due, round(extract(epoch from give_up_at - now()) / 3600) as hours
        from tradewind.webhook_delivery where webhook_id = $1 order by id`,
      values: [id],
    });
    expect(left).toEqual([
      { id: "whd_left", attempts: 0, due: true, hours: 24 },
      { id: "whd_over", attempts: 9, due: null, hours: -24 },
    ]);
  });

  it("keeps all of several changes at once", async () => {
    const { id } = await aWebhook(shop.admin);
    const changes = [
      { description: "a" },
      { url: "https://example.com/b" },
      { events: ["c"] },
      { is_active: false },
    ];
    await Promise.all(changes.map((change) => shop.admin.post(`/admin/webhooks/${id}`, change)));
    expect(await shown(id)).toMatchObject(Object.assign({}, ...changes));
  });
});

describe("the secret of a webhook", () => {
  it("is in no other answer, in no event and in no other table", async () => {
    const { id, secret } = await aWebhook(shop.admin);
    await shop.admin.post(`/admin/webhooks/${id}`, { description: "changed" });
    for (const path of [`/admin/webhooks/${id}`, "/admin/webhooks?limit=0", "/admin/events?limit=0"]) {
      expect(JSON.stringify((await shop.admin.get(path)).body)).not.toContain(secret);
    }
    const { status } = await shop.admin.get(`/admin/webhooks?fields=secret`);
    expect(status).toBe(400);
    const rows = await shop.db.run({
      text: `select 1 from tradewind.event where data::text like $1
        union all select 1 from tradewind.webhook where webhook::text like $1`,
      values: [`%${secret}%`],
    });
    expect(rows).toEqual([]);
  });

  it("is replaced, and the old one counts for a day", async () => {
    const { id, secret } = await aWebhook(shop.admin);
    const first = await shop.admin.post(`/admin/webhooks/${id}/rotate-secret`);
    expect(first.status).toBe(200);
    expect(first.body.webhook.id).toBe(id);
    expect(first.body.secret).toMatch(/^whsec_/);
    expect(first.body.secret).not.toBe(secret);
    const [kept] = await secretsOf(id);
    expect(kept).toMatchObject({ secret: first.body.secret, previous_secret: secret });
    expect(kept!.hours).toBeCloseTo(24, 1);
    const second = await shop.admin.post(`/admin/webhooks/${id}/rotate-secret`);
    expect((await secretsOf(id))[0]).toMatchObject({
      secret: second.body.secret,
      previous_secret: first.body.secret,
    });
    expect(await announced(shop.db, "webhook.secret_rotated")).toContainEqual({ id });
  });

  it("is one of those shown when it is replaced several times at once", async () => {
    const { id } = await aWebhook(shop.admin);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => shop.admin.post(`/admin/webhooks/${id}/rotate-secret`)),
    );
    const given = answers.map(({ body }) => body.secret);
    const [kept] = await secretsOf(id);
    expect(new Set(given).size).toBe(4);
    expect(given).toContain(kept!.secret);
    expect(given).toContain(kept!.previous_secret);
  });
});

describe("deleting a webhook", () => {
  it("removes it with its secret, its place in the log and its deliveries", async () => {
    const { id } = await aWebhook(shop.admin);
    await shop.db.run({
      text: `insert into tradewind.webhook_delivery (id, webhook_id, event_seq, event_id, event_name, give_up_at)
        values ('whd_gone', $1, 1, 'evt_1', 'a', now())`,
      values: [id],
    });
    const { status, body } = await shop.admin.delete(`/admin/webhooks/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { id, object: "webhook", deleted: true } });
    expect((await shop.admin.get(`/admin/webhooks/${id}`)).status).toBe(404);
    const left = await shop.db.run({
      text: `select webhook_id from tradewind.webhook_secret where webhook_id = $1
        union all select webhook_id from tradewind.webhook_delivery where webhook_id = $1
        union all select subscriber from tradewind.event_cursor where subscriber = 'webhook:' || $1`,
      values: [id],
    });
    expect(left).toEqual([]);
    expect(await announced(shop.db, "webhook.deleted")).toContainEqual({ id });
    expect((await shop.admin.delete(`/admin/webhooks/${id}`)).status).toBe(404);
  });
});

describe("the list of webhooks", () => {
  it("is searched, filtered, sorted and cut into pages in two statements", async () => {
    const urls = ["a", "b", "c"].map((name) => `https://list.example.com/${name}`);
    for (const url of urls) await aWebhook(shop.admin, { url, is_active: !url.endsWith("b") });
    const list = (query: string) => shop.admin.get(`/admin/webhooks?q=list.example&${query}`);
    const { body } = await list("order=url&limit=2");
    expect(body).toMatchObject({ count: 3, limit: 2, offset: 0 });
    expect(body.webhooks.map(({ url }: { url: string }) => url)).toEqual(urls.slice(0, 2));
    expect((await list("order=url&limit=2&offset=2")).body.webhooks).toMatchObject([{ url: urls[2] }]);
    expect((await list("is_active=false")).body.webhooks).toMatchObject([{ url: urls[1] }]);
    expect((await list("")).body.webhooks[0].url).toBe(urls[2]);
    const counted = await countingStatements(shop.db, () => list("limit=2"));
    expect(counted.statements).toHaveLength(2);
    const one = await countingStatements(shop.db, () => shown(body.webhooks[0].id));
    expect(one.statements).toHaveLength(1);
  });
});
