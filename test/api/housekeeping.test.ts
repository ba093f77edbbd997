import { describe, expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { registerCursor } from "../../src/events/cursor-store.ts";
import { joinCleanups } from "../../src/module/join-modules.ts";
import { tidyUp } from "../../src/modules/platform/housekeeping/index.ts";
import { modules } from "../../src/modules.ts";
import { aCart, aPayableCart, aPlace, complete, type Place } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

let place: Place;
const running = { isStopping: () => false };

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const tidy = (
  days: Partial<Record<"cartDays" | "eventDays" | "auditDays" | "notificationDays", number>> = {},
) => tidyUp({ db: shop.db, cleanups: joinCleanups(modules, { ...configFrom({}), ...days }) }, running);

const count = async (table: string) => {
  const [row] = await shop.db.run<{ n: number }>({ text: `select count(*) as n from ${table}`, values: [] });
  return row!.n;
};

const age = (table: string, id: string, column = "id") =>
  shop.db.run({
    text: `update ${table} set updated_at = now() - interval '91 days' where ${column} = $1`,
    values: [id],
  });

describe("housekeeping", () => {
  it("removes sessions, keys and limits that have expired, and no others", async () => {
    await shop
      .visitor()
      .post(
        "/store/carts",
        { region_id: place.id },
        { headers: { "idempotency-key": "key-of-the-day-before-1" } },
      );
    await shop
      .visitor()
      .post(
        "/store/carts",
        { region_id: place.id },
        { headers: { "idempotency-key": "key-of-today-987654321" } },
      );
    await shop.db.run({
      text: "update tradewind.idempotency set created_at = now() - interval '26 hours' where key = 'key-of-the-day-before-1'",
      values: [],
    });
    await shop.db.run({
      text: `insert into tradewind.rate_limit (key, hits, window_ends_at) values ('x', 1, now() - interval '2 hours')`,
      values: [],
    });
    const sessions = await count("tradewind.session");
    expect(await tidy()).toMatchObject({ keys: 1, limits: 1, sessions: 0 });
    expect(await count("tradewind.session")).toBe(sessions);
    expect(await tidy()).toMatchObject({ keys: 0, limits: 0, sessions: 0 });
    await shop.db.run({
      text: "update tradewind.session set expires_at = now() - interval '1 second'",
      values: [],
    });
    expect(await tidy()).toMatchObject({ sessions });
    await shop.admin.post("/admin/auth", { email: "admin@example.com", password: "correct horse battery" });
  });

  it("deletes old carts, but none that was bought", async () => {
    const variantId = await aSoldVariant(shop);
    const old = await aCart(shop.visitor(), { region_id: place.id });
    const touched = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    const bought = await aPayableCart(shop.visitor(), { place, variantId });
    await complete(shop.visitor(), bought.id);
    for (const { id } of [old, touched, bought]) await age("cart", id);
    expect(await tidy({ cartDays: 0 })).not.toHaveProperty("carts");
    expect(await tidy()).toMatchObject({ carts: 1 });
    const statuses = await Promise.all(
      [old, touched, bought].map(async ({ id }) => (await shop.visitor().get(`/store/carts/${id}`)).status),
    );
    expect(statuses).toEqual([404, 200, 200]);
  });

  it("leaves carts and notifications alone while v1 may use them", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await age("cart", id);
    await shop.db.run({
      text: `insert into notification (id, resource_type, resource_id, "to", data, created_at)
        values ('noti_v1', 'order', 'order_1', 'ada@example.com', '{}', now() - interval '40 days')`,
      values: [],
    });
    await shop.db.run({
      text: `insert into tradewind.rate_limit (key, hits, window_ends_at) values ('y', 1, now() - interval '2 hours')`,
      values: [],
    });
    await runBesideV1(shop);
    expect(await tidy({ notificationDays: 30 })).toMatchObject({ carts: 0, notifications: 0, limits: 1 });
    expect((await shop.visitor().get(`/store/carts/${id}`)).status).toBe(200);
    await finishAdoption(shop);
    expect(await tidy({ notificationDays: 30 })).toMatchObject({ carts: 1, notifications: 1 });
    expect((await shop.visitor().get(`/store/carts/${id}`)).status).toBe(404);
  });

  const log = async (table: "event" | "audit_entry") =>
    (
      await shop.db.run<{ id: string }>({
        text: `select id from tradewind.${table} order by seq`,
        values: [],
      })
    ).map(({ id }) => id);
  const grow = (table: "event" | "audit_entry", ids: readonly string[]) =>
    shop.db.run({
      text: `update tradewind.${table} set occurred_at = now() - interval '31 days' where id = any($1)`,
      values: [ids],
    });

  it("deletes old events, unless a subscriber has not processed them or they are the last", async () => {
    for (const _ of "123") await aCart(shop.visitor(), { region_id: place.id });
    const before = await log("event");
    const [first, second, third] = before as [string, string, string];
    await grow("event", before);
    expect(await tidy()).not.toHaveProperty("events");
    const heardOf = (id: string) =>
      shop.db.run({
        text: `insert into tradewind.event_cursor (subscriber, tx, seq)
          select 'slow', tx, seq from tradewind.event where id = $1
          on conflict (subscriber) do update set tx = excluded.tx, seq = excluded.seq`,
        values: [id],
      });
    await heardOf(second);
    expect(await tidy({ eventDays: 31 })).toMatchObject({ events: 2 });
    expect((await log("event"))[0]).toBe(third);
    expect(before[0]).toBe(first);
    await heardOf(before.at(-1)!);
    expect(await tidy({ eventDays: 32 })).toMatchObject({ events: 0 });
    await tidy({ eventDays: 30 });
    expect(await log("event")).toEqual(before.slice(-1));
    await shop.db.run({ text: "delete from tradewind.event_cursor where subscriber = 'slow'", values: [] });
  });

  it("keeps events for a subscriber that is away, but not for ever, and again once it is back", async () => {
    const start = async (subscriber: string, days: number) => {
      await shop.db.run({
        text: `insert into tradewind.event_cursor (subscriber, tx, seq, updated_at)
          values ($1, '0', 0, now() - make_interval(days => $2))`,
        values: [subscriber, days],
      });
    };
    const parkFirst = () =>
      shop.db.run({
        text: `insert into tradewind.event_parked (subscriber, entity, tx, seq, next_try_at)
          select 'gone:order.placed', id, tx, seq, now() from tradewind.event order by seq limit 1`,
        values: [],
      });
    for (const _ of "123") await aCart(shop.visitor(), { region_id: place.id });
    const before = await log("event");
    await grow("event", before);
    await start("gone:order.placed", 29);
    await parkFirst();
    // Less than 30 days is no absence, however short events are kept.
    expect(await tidy({ eventDays: 1 })).toMatchObject({ events: 0 });
    await shop.db.run({
      text: "update tradewind.event_cursor set updated_at = now() - interval '31 days'",
      values: [],
    });
    // A start of a process with the subscriber.
    await registerCursor(shop.db, "gone:order.placed");
    expect(await tidy({ eventDays: 30 })).toMatchObject({ events: 0 });
    await shop.db.run({
      text: "update tradewind.event_cursor set updated_at = now() - interval '31 days'",
      values: [],
    });
    expect(await tidy({ eventDays: 32 })).toMatchObject({ events: 0 });
    await start("webhook:whk_slow", 31);
    expect(await tidy({ eventDays: 30 })).toMatchObject({ events: 0 });
    await shop.db.run({
      text: "delete from tradewind.event_cursor where subscriber = 'webhook:whk_slow'",
      values: [],
    });
    await tidy({ eventDays: 30 });
    expect(await log("event")).toEqual(before.slice(-1));
    await shop.db.run({ text: "delete from tradewind.event_cursor where subscriber ~ '^gone'", values: [] });
  });

  it("deletes old notifications, each after those that repeat it", async () => {
    const add = (id: string, days: number, parent: string | null = null) =>
      shop.db.run({
        text: `insert into notification (id, resource_type, resource_id, "to", data, parent_id, created_at)
          values ($1, 'order', 'order_1', 'ada@example.com', '{}', $3, now() - make_interval(days => $2))`,
        values: [id, days, parent],
      });
    await add("noti_1", 40);
    await add("noti_2", 40);
    await add("noti_3", 31, "noti_2");
    await add("noti_4", 40);
    await add("noti_5", 1, "noti_4");
    expect(await tidy()).not.toHaveProperty("notifications");
    expect(await tidy({ notificationDays: 30 })).toMatchObject({ notifications: 2 });
    expect(await tidy({ notificationDays: 30 })).toMatchObject({ notifications: 1 });
    const left = await shop.db.run({ text: "select id from notification order by id", values: [] });
    expect(left).toEqual([{ id: "noti_4" }, { id: "noti_5" }]);
  });

  it("deletes old entries of the audit log", async () => {
    await aPlace(shop);
    const before = await log("audit_entry");
    expect(before.length).toBeGreaterThan(1);
    await grow("audit_entry", before.slice(0, 1));
    expect(await tidy()).not.toHaveProperty("audit");
    expect(await tidy({ auditDays: 30 })).toMatchObject({ audit: 1 });
    expect(await log("audit_entry")).toEqual(before.slice(1));
  });

  it("deletes the log of catalogue changes when it has become long, and no cached page is outdated by that", async () => {
    const product = async (title?: string) => {
      if (title) await shop.admin.post(`/admin/products/${id}`, { title });
      const { body } = await shop.visitor().get("/store/products");
      return body.products.find((each: { id: string }) => each.id === id).title;
    };
    const { body } = await shop.admin.post("/admin/products", { title: "Logged", status: "published" });
    const id: string = body.product.id;
    expect(await product()).toBe("Logged");
    expect(await tidy()).toMatchObject({ "catalogue changes": 0 });
    await shop.db.run({
      text: "insert into tradewind.change_log (subject) select 'prod_' || n from generate_series(1, 100000) n",
      values: [],
    });
    // Rows of transactions that began before the oldest open one: other databases of the server have some as well.
    while ((await count("tradewind.change_log")) >= 100_000) await tidy();
    expect(await product("Logged again")).toBe("Logged again");
  });

  it("deletes changes with transaction ids of another server, as a restored dump has them: they would never become old", async () => {
    await shop.db.run({
      text: `insert into tradewind.change_log (xid, subject)
        values ((pg_current_xact_id()::text::bigint + 1000000)::text::xid8, 'catalogue')`,
      values: [],
    });
    const before = await count("tradewind.change_log");
    expect(await tidy()).toMatchObject({ "catalogue changes": 1 });
    expect(await count("tradewind.change_log")).toBe(before - 1);
  });
});
