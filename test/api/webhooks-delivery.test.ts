import { describe, expect } from "vitest";
import { inTransaction } from "../../src/db/transaction.ts";
import { announce } from "../../src/events/announce.ts";
import { findCursor, listEventsAfter, registerCursor } from "../../src/events/cursor-store.ts";
import { announced } from "../support/checks/announced-events.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";
import {
  aWebhook,
  isSignedBy,
  openReceiver,
  type Receiver,
  signaturesBy,
} from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";

const environment = {
  TRADEWIND_JOBS: "1",
  TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow",
  TRADEWIND_WEBHOOK_RETRY_PAUSE: "20",
};

let receiver: Receiver;
let made: string[] = [];
const { it, shop } = withShop(() => startShop(environment));
it.beforeEach(async () => {
  receiver = await openReceiver();
});
it.afterEach(async () => {
  for (const id of made) await shop.admin.delete(`/admin/webhooks/${id}`);
  made = [];
  await receiver.close();
});

async function hook(input: Record<string, unknown> = {}) {
  const webhook = await aWebhook(shop.admin, { url: receiver.url, ...input });
  made.push(webhook.id);
  return webhook;
}

const happen = (name: string, data: Record<string, unknown> & { id?: string } = { id: "thing_1" }) =>
  inTransaction(shop.db, (tx) => announce(tx, name, data));

const shown = async (id: string) => (await shop.admin.get(`/admin/webhooks/${id}`)).body.webhook;
const deliveries = async (id: string, query = "") =>
  (await shop.admin.get(`/admin/webhooks/${id}/deliveries?${query}`)).body.deliveries;
const settled = (id: string, status: string, count = 1) =>
  until(async () => (await deliveries(id, `status[]=${status}`)).length === count);
const sql = (text: string, ...values: unknown[]) => shop.db.run<Record<string, unknown>>({ text, values });

describe("an event", () => {
  it("arrives as signed JSON, with what it is in the headers", async () => {
    const webhook = await hook({ events: ["order.placed"] });
    await happen("order.placed", { id: "order_1", no_notification: null });
    await until(() => receiver.received.length === 1);
    const [message] = receiver.received;
    expect(message!.event).toEqual({
      id: expect.stringMatching(/^evt_/),
      name: "order.placed",
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { id: "order_1", no_notification: null },
    });
    await settled(webhook.id, "delivered");
    const [delivery] = await deliveries(webhook.id);
    expect(message!.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "user-agent": "Tradewind-Webhooks",
      "tradewind-signature": expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64}$/),
      "tradewind-delivery": delivery.id,
      "tradewind-event-id": message!.event.id,
      "tradewind-event": "order.placed",
    });
    expect(isSignedBy(webhook.secret, message!)).toBe(true);
    expect(isSignedBy("whsec_another", message!)).toBe(false);
    expect(delivery).toEqual({
      id: expect.stringMatching(/^whd_/),
      webhook_id: webhook.id,
      event_id: message!.event.id,
      event_name: "order.placed",
      status: "delivered",
      attempts: 1,
      next_try_at: null,
      last_attempt_at: expect.any(String),
      delivered_at: expect.any(String),
      response_status: 200,
      response_body: "thanks",
      error: null,
      duration: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("comes from the shop's own operations", async () => {
    await hook({ events: ["product-collection.*"] });
    const { body } = await shop.admin.post("/admin/collections", { title: "Told" });
    await shop.admin.delete(`/admin/collections/${body.collection.id}`);
    await until(() => receiver.received.length === 2);
    expect(receiver.names().sort()).toEqual(["product-collection.created", "product-collection.deleted"]);
    expect(receiver.received[0]!.event.data).toEqual({ id: body.collection.id });
  });

  it("goes to subscribed webhooks, by name, by area or for everything", async () => {
    const byName = await hook({ events: ["order.placed", "cart.created"] });
    const byArea = await hook({ events: ["order.*"] });
    const everything = await hook();
    for (const name of ["order.placed", "order.canceled", "orders.placed", "cart.created"])
      await happen(name);
    await settled(everything.id, "delivered", 5);
    await settled(byArea.id, "delivered", 2);
    await settled(byName.id, "delivered", 2);
    const names = async (id: string) =>
      (await deliveries(id)).map(({ event_name }: { event_name: string }) => event_name).sort();
    expect(await names(byName.id)).toEqual(["cart.created", "order.placed"]);
    expect(await names(byArea.id)).toEqual(["order.canceled", "order.placed"]);
    expect(await names(everything.id)).toEqual([
      "cart.created",
      "order.canceled",
      "order.placed",
      "orders.placed",
      "webhook.created",
    ]);
  });

  it("is for a new webhook only if it happens after its creation, with any other open transactions", async () => {
    await inTransaction(shop.db, async (open) => {
      await open.run({ text: "select pg_current_xact_id()", values: [] });
      await happen("narrow.before");
      await hook({ events: ["narrow.*"] });
      await happen("narrow.after");
    });
    const webhook = made.at(-1)!;
    await settled(webhook, "delivered");
    await happen("narrow.later");
    await settled(webhook, "delivered", 2);
    expect(receiver.names()).toEqual(["narrow.after", "narrow.later"]);
    // Unless it is asked for.
    const since = (await sql("select id from tradewind.event where name = 'narrow.before'"))[0]!.id;
    await shop.admin.post(`/admin/webhooks/${webhook}/replay`, { since });
    await settled(webhook, "delivered", 5);
    expect(receiver.names()).toContain("narrow.before");
  });

  it("sends a new webhook its own creation, with any load on the database", async () => {
    const name = "webhook whk_busy";
    await inTransaction(shop.db, async (tx) => {
      const [own] = await tx.run<{ id: string }>({ text: "select pg_current_xact_id() as id", values: [] });
      // A transaction that began later and has committed already.
      await happen("busy.meanwhile");
      await registerCursor(tx, name);
      await announce(tx, "busy.created", { id: own!.id });
    });
    const cursor = await findCursor(shop.db, name);
    const events = await listEventsAfter(shop.db, cursor!, { name, event: "busy.*" });
    expect(events.map((event) => event.name)).toEqual(["busy.created"]);
  });

  it("is sent without secrets, also to a webhook that names the event", async () => {
    const data = { id: "thing_1", email: "a@example.com", token: "a token", nested: { api_token: "x" } };
    await hook({ events: ["plugin.event"] });
    await hook({ events: ["plugin.*"] });
    await happen("plugin.event", data);
    await until(() => receiver.received.length === 2);
    const shown = { ...data, token: "[redacted]", nested: { api_token: "[redacted]" } };
    expect(receiver.received.map(({ event }) => event.data)).toEqual([shown, shown]);
  });

  it("arrives once at each webhook, with any number of processes", async () => {
    const other = await anotherProcess(shop, environment);
    try {
      const webhook = await hook({ events: ["many.*"] });
      for (let index = 0; index < 100; index++) await happen("many.things", { id: `thing_${index}` });
      await until(async () => (await deliveries(webhook.id, "status=delivered&limit=100")).length === 100);
      const ids = receiver.received.map(({ event }) => event.id);
      expect(new Set(ids).size).toBe(100);
      expect(ids).toHaveLength(100);
    } finally {
      await other.close();
    }
  });

  it("is not delivered before its change is committed, nor ever if it is undone", async () => {
    await hook({ events: ["half.*"] });
    const undone = inTransaction(shop.db, async (tx) => {
      await announce(tx, "half.undone", { id: "1" });
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await inTransaction(shop.db, async (tx) => {
      await announce(tx, "half.early", { id: "1" });
      await tx.run({ text: "select 1", values: [] });
      await happen("half.late");
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(receiver.received).toEqual([]);
    });
    await until(() => receiver.received.length === 2);
    expect(receiver.names().sort()).toEqual(["half.early", "half.late"]);
  });
});

describe("a new secret", () => {
  it("signs together with the old one for a day, then alone", async () => {
    const webhook = await hook({ events: ["signed.*"] });
    const { body } = await shop.admin.post(`/admin/webhooks/${webhook.id}/rotate-secret`);
    await happen("signed.twice");
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]!.headers["tradewind-signature"]).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/);
    expect(signaturesBy(webhook.secret, receiver.received[0]!)).toHaveLength(1);
    expect(signaturesBy(body.secret, receiver.received[0]!)).toHaveLength(1);
    await sql("update tradewind.webhook_secret set previous_until = now() where webhook_id = $1", webhook.id);
    await happen("signed.once");
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]!.headers["tradewind-signature"]).toMatch(/^t=\d+,v1=\w{64}$/);
    expect(signaturesBy(webhook.secret, receiver.received[1]!)).toHaveLength(0);
    expect(signaturesBy(body.secret, receiver.received[1]!)).toHaveLength(1);
  });
});

describe("a receiver that fails", () => {
  it("gets the event again, with a new signature, until it accepts it", async () => {
    const webhook = await hook({ events: ["hard.*"] });
    receiver.react = () => (receiver.received.length < 4 ? 500 : 204);
    await happen("hard.work");
    await settled(webhook.id, "delivered");
    expect(receiver.received).toHaveLength(4);
    expect(receiver.received.every((message) => isSignedBy(webhook.secret, message))).toBe(true);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["tradewind-delivery"])).size).toBe(1);
    expect(await deliveries(webhook.id)).toMatchObject([{ attempts: 4, response_status: 204, error: null }]);
    expect(await shown(webhook.id)).toMatchObject({ failures: 0, failing_since: null });
  });

  it("does not hold up other events", async () => {
    const webhook = await hook({ events: ["mixed.*"] });
    receiver.react = ({ event }) => (event.name === "mixed.bad" ? 400 : 200);
    await happen("mixed.bad");
    await happen("mixed.good");
    await settled(webhook.id, "delivered");
    expect(await deliveries(webhook.id, "status=delivered")).toMatchObject([{ event_name: "mixed.good" }]);
    expect(await deliveries(webhook.id, "status[]=retrying&status[]=pending")).toMatchObject([
      { event_name: "mixed.bad" },
    ]);
  });

  it.each([
    ["answers 500", () => 500, "answered 500", 500],
    [
      "sends elsewhere",
      () => (r) => r.writeHead(302, { location: "/x" }).end(),
      /^answered 302: redirects/,
      302,
    ],
    ["hangs up", () => (r) => r.destroy(), "socket hang up", null],
  ] as [string, Receiver["react"], string | RegExp, number | null][])(
    "is told apart when it %s",
    async (_, react, error, status) => {
      const webhook = await hook({ events: ["failing.*"] });
      receiver.react = react;
      await happen("failing.event");
      await settled(webhook.id, "retrying");
      const [delivery] = await deliveries(webhook.id);
      expect(delivery).toMatchObject({ response_status: status, delivered_at: null });
      if (typeof error === "string") expect(delivery.error).toBe(error);
      else expect(delivery.error).toMatch(error);
      expect(delivery.next_try_at).not.toBeNull();
      expect((await shown(webhook.id)).failures).toBeGreaterThan(0);
    },
  );

  it("may answer at length, of which little is stored", async () => {
    const webhook = await hook({ events: ["chatty.*"] });
    receiver.react = () => (response) => response.end(`\0${"ä".repeat(200_000)}`);
    await happen("chatty.event");
    await settled(webhook.id, "delivered");
    expect((await deliveries(webhook.id))[0].response_body).toBe("ä".repeat(1_000));
  });

  it("that is away gets everything when it is back", async () => {
    const webhook = await hook({ events: ["away.*"] });
    await receiver.close();
    for (let index = 0; index < 30; index++) await happen("away.event", { id: String(index) });
    await until(async () => (await shown(webhook.id)).failures >= 30);
    expect((await deliveries(webhook.id, "status=retrying"))[0].error).toMatch(/ECONNREFUSED/);
    await receiver.open();
    await until(() => new Set(receiver.received.map(({ event }) => event.data.id)).size === 30);
  });

  it("is abandoned after a day, and can be tried again by hand", async () => {
    const webhook = await hook({ events: ["doomed.*"] });
    receiver.react = () => 503;
    await happen("doomed.event");
    await settled(webhook.id, "retrying");
    await sql("update tradewind.webhook_delivery set give_up_at = now() where webhook_id = $1", webhook.id);
    await settled(webhook.id, "dead");
    const [dead] = await deliveries(webhook.id);
    expect(dead).toMatchObject({ next_try_at: null, error: "answered 503", delivered_at: null });
    receiver.react = () => 200;
    const path = `/admin/webhooks/${webhook.id}/deliveries/${dead.id}`;
    const { status, body } = await shop.admin.post(`${path}/retry`);
    expect(status).toBe(200);
    expect(body.delivery.id).toBe(dead.id);
    await settled(webhook.id, "delivered");
    expect((await shop.admin.get(path)).body.delivery).toMatchObject({ attempts: 1, response_status: 200 });
    // Also what was delivered, when the receiver has lost it.
    const before = receiver.received.length;
    expect((await shop.admin.post(`${path}/retry`)).status).toBe(200);
    await until(() => receiver.received.length === before + 1);
  });

  it("is switched off after a day of failures, which is announced", async () => {
    const webhook = await hook({ events: ["sick.*"] });
    const watching = await hook({ events: ["webhook.disabled"] });
    receiver.react = ({ event }) => (event.name === "webhook.disabled" ? 200 : 500);
    await sql(
      "update tradewind.webhook set failing_since = now() - interval '25 hours', failures = 40 where id = $1",
      webhook.id,
    );
    for (let index = 0; index < 5; index++) await happen("sick.event");
    await until(async () => !(await shown(webhook.id)).is_active);
    const off = await shown(webhook.id);
    expect(off).toMatchObject({ disabled_at: expect.any(String), is_active: false });
    expect(off.failures).toBeGreaterThanOrEqual(50);
    expect(off.disabled_reason).toMatch(/^All \d+ attempts since .* have failed$/);
    expect(await announced(shop.db, "webhook.disabled")).toEqual([
      { id: webhook.id, reason: off.disabled_reason },
    ]);
    await settled(watching.id, "delivered");
    // No open delivery is lost.
    receiver.react = () => 200;
    await shop.admin.post(`/admin/webhooks/${webhook.id}`, { is_active: true });
    await settled(webhook.id, "delivered", 5);
    expect(await shown(webhook.id)).toMatchObject({ is_active: true, failures: 0, disabled_at: null });
  });

  it("is announced as failing after some failures in a row, once, and not again on the same day", async () => {
    const webhook = await hook({ events: ["flaky.*"] });
    const told = async () =>
      (await announced(shop.db, "webhook.failing")).filter(({ id }) => id === webhook.id);
    const failures = async () => (await shown(webhook.id)).failures as number;
    const fail = async () => {
      const before = await failures();
      await happen("flaky.event");
      await until(async () => (await failures()) > before);
    };
    receiver.react = () => 500;
    await fail();
    expect(await told()).toEqual([]);
    for (let index = 0; index < 5; index++) await fail();
    expect(await told()).toEqual([{ id: webhook.id, failures: expect.any(Number) }]);
    receiver.react = () => 200;
    await settled(webhook.id, "delivered", 6);
    expect(await failures()).toBe(0);
    receiver.react = () => 500;
    for (let index = 0; index < 6; index++) await fail();
    expect(await told()).toHaveLength(1);
    // On another day it is news again.
    await sql(
      "update tradewind.event set occurred_at = now() - interval '25 hours' where name = 'webhook.failing' and entity_id = $1",
      webhook.id,
    );
    await fail();
    expect(await told()).toHaveLength(2);
    await fail();
    expect(await told()).toHaveLength(2);
  });

  it("is not switched off while something arrives in between", async () => {
    const webhook = await hook({ events: ["mixed.*"] });
    await sql(
      "update tradewind.webhook set failing_since = now() - interval '25 hours', failures = 49 where id = $1",
      webhook.id,
    );
    await happen("mixed.good");
    await settled(webhook.id, "delivered");
    receiver.react = () => 500;
    await happen("mixed.bad");
    await settled(webhook.id, "retrying");
    expect(await shown(webhook.id)).toMatchObject({ is_active: true, disabled_at: null });
  });
});

describe("a webhook that is switched off", () => {
  it("gets nothing, and what it missed when it is switched on", async () => {
    const webhook = await hook({ events: ["missed.*"], is_active: false });
    await happen("missed.one");
    await happen("missed.two");
    const other = await hook({ events: ["missed.*"] });
    await happen("missed.three");
    await settled(other.id, "delivered");
    expect(receiver.names()).toEqual(["missed.three"]);
    expect(await deliveries(webhook.id)).toEqual([]);
    await shop.admin.post(`/admin/webhooks/${webhook.id}`, { is_active: true });
    await settled(webhook.id, "delivered", 3);
  });
});

describe("replaying", () => {
  const replay = (id: string, since: unknown) => shop.admin.post(`/admin/webhooks/${id}/replay`, { since });

  it("delivers everything since an event once more", async () => {
    const webhook = await hook({ events: ["replayed.*"] });
    for (const name of ["replayed.a", "replayed.b", "replayed.c"]) await happen(name);
    await settled(webhook.id, "delivered", 3);
    const [, second] = (await deliveries(webhook.id, "order=created_at")) as { event_id: string }[];
    const { status, body } = await replay(webhook.id, second!.event_id);
    expect({ status, id: body.webhook.id }).toEqual({ status: 200, id: webhook.id });
    await settled(webhook.id, "delivered", 5);
    expect(receiver.names().slice(3).sort()).toEqual(["replayed.b", "replayed.c"]);
    const ids = (await deliveries(webhook.id)).map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(await announced(shop.db, "webhook.replayed")).toContainEqual({
      id: webhook.id,
      since: second!.event_id,
    });
  });

  it("delivers what happened before there was a webhook", async () => {
    const before = new Date(Date.now() - 60_000);
    await happen("ancient.event");
    await sql(
      "update tradewind.event set occurred_at = now() - interval '30 seconds' where name = 'ancient.event'",
    );
    const webhook = await hook({ events: ["ancient.*"] });
    await replay(webhook.id, before.toISOString());
    await settled(webhook.id, "delivered");
    await replay(webhook.id, String(Math.floor(before.getTime() / 1000)));
    await settled(webhook.id, "delivered", 2);
  });

  it("never skips undelivered events", async () => {
    const webhook = await hook({ events: ["kept.*"], is_active: false });
    await happen("kept.event");
    await replay(webhook.id, new Date().toISOString());
    await shop.admin.post(`/admin/webhooks/${webhook.id}`, { is_active: true });
    await settled(webhook.id, "delivered");
  });

  it.each([
    [undefined, 400, "since is required"],
    ["", 400, "since should not be empty"],
    ["yesterday", 400, "since must be the id of an event or a date"],
    ["2999-01-01", 400, "since must not be in the future"],
    [5, 400, "since must be a string"],
    ["evt_unknown", 404, "Event with id: evt_unknown was not found"],
  ])("since %j is refused", async (since, status, message) => {
    const webhook = await hook({ events: ["refused.*"] });
    const place = () =>
      sql("select tx, seq from tradewind.event_cursor where subscriber = 'webhook:' || $1", webhook.id);
    await happen("refused.event");
    await settled(webhook.id, "delivered");
    const before = await place();
    const answer = await replay(webhook.id, since);
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    expect(await place()).toEqual(before);
  });
});

describe("the log of deliveries", () => {
  it("has pages, and filters by status and event", async () => {
    const webhook = await hook({ events: ["logged.*"] });
    receiver.react = ({ event }) => (event.name === "logged.bad" ? 500 : 200);
    for (let index = 0; index < 4; index++) await happen("logged.good");
    await happen("logged.bad");
    await settled(webhook.id, "delivered", 4);
    const list = async (query: string) =>
      (await shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries?${query}`)).body;
    expect(await list("limit=2&status=delivered")).toMatchObject({ count: 4, limit: 2, offset: 0 });
    const pages = [await list("limit=3"), await list("limit=3&offset=3")];
    expect(
      new Set(pages.flatMap(({ deliveries: rows }) => rows.map(({ id }: { id: string }) => id))).size,
    ).toBe(5);
    const [bad] = (await list("event_name=logged.bad")).deliveries;
    expect((await list(`event_id=${bad.event_id}`)).count).toBe(1);
    const refused = await shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries?status=lost`);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.message).toMatch(/^status must be one of/);
  });

  it("shows a delivery only under its own webhook", async () => {
    const webhook = await hook({ events: ["owned.*"] });
    const other = await hook({ events: ["other.*"] });
    await happen("owned.event");
    await settled(webhook.id, "delivered");
    const [delivery] = await deliveries(webhook.id);
    const path = (id: string) => `/admin/webhooks/${id}/deliveries/${delivery.id}`;
    const message = `Webhook delivery with id: ${delivery.id} was not found`;
    expect((await shop.admin.get(path(webhook.id))).status).toBe(200);
    expect(await shop.admin.get(path(other.id))).toMatchObject({ status: 404, body: { message } });
    expect(await shop.admin.post(`${path(other.id)}/retry`)).toMatchObject({
      status: 404,
      body: { message },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("deletes old finished deliveries, and nothing else", async () => {
    const webhook = await hook({ events: ["old.*"] });
    await happen("old.event");
    await happen("old.event");
    await settled(webhook.id, "delivered", 2);
    const [kept] = await deliveries(webhook.id);
    await sql(
      "update tradewind.webhook_delivery set created_at = now() - interval '31 days' where webhook_id = $1 and id <> $2",
      webhook.id,
      kept.id,
    );
    await sql("select graphile_worker.add_job('webhooks-forget')");
    await until(async () => (await deliveries(webhook.id)).length === 1);
    expect(await deliveries(webhook.id)).toMatchObject([{ id: kept.id }]);
  });
});

describe("a ping", () => {
  it("is sent at once and signed, also when the webhook is switched off", async () => {
    const webhook = await hook({ events: ["nothing"], is_active: false });
    const { status, body } = await shop.admin.post(`/admin/webhooks/${webhook.id}/test`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        is_delivered: true,
        response_status: 200,
        response_body: "thanks",
        error: null,
        duration: expect.any(Number),
      },
    });
    expect(receiver.received[0]!.event).toMatchObject({ name: "webhook.ping", data: { id: webhook.id } });
    expect(isSignedBy(webhook.secret, receiver.received[0]!)).toBe(true);
    expect(await deliveries(webhook.id)).toEqual([]);
  });

  it("shows the error", async () => {
    const webhook = await hook();
    receiver.react = () => 404;
    const ping = async () => (await shop.admin.post(`/admin/webhooks/${webhook.id}/test`)).body;
    expect(await ping()).toMatchObject({ is_delivered: false, response_status: 404, error: "answered 404" });
    await receiver.close();
    expect(await ping()).toMatchObject({ is_delivered: false, response_status: null });
  });
});

describe("the metrics", () => {
  it("count deliveries by outcome and show what waits", async () => {
    const webhook = await hook({ events: ["measured.*"] });
    receiver.react = ({ event }) => (event.name === "measured.bad" ? 500 : 200);
    await happen("measured.good");
    await happen("measured.bad");
    await settled(webhook.id, "delivered");
    await until(async () => (await shown(webhook.id)).failures > 0);
    const { body } = await shop.visitor().get("/metrics");
    expect(body).toMatch(/^tradewind_webhook_deliveries_total\{outcome="delivered"\} [1-9]/m);
    expect(body).toMatch(/^tradewind_webhook_deliveries_total\{outcome="failed"\} [1-9]/m);
    expect(body).toMatch(/^tradewind_webhook_backlog\{of="deliveries"\} [1-9]/m);
    expect(body).toMatch(/^tradewind_webhook_backlog\{of="events"\} \d/m);
  });
});
