import { describe, expect } from "vitest";
import { cleanupsFor } from "../../src/cleanups.ts";
import { configFrom } from "../../src/config.ts";
import { tidyUp } from "../../src/modules/platform/housekeeping/index.ts";
import { aCart, aPlace, aSoldVariant, type Place } from "../support/carts.ts";
import { aPayableCart, complete } from "../support/paid-carts.ts";
import { withShop } from "../support/with-shop.ts";

let place: Place;
const running = { isStopping: () => false };

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const tidy = (days: Partial<Record<"cartDays" | "eventDays" | "auditDays", number>> = {}) =>
  tidyUp({ db: shop.db, cleanups: cleanupsFor({ ...configFrom({}), ...days }) }, running);

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
      .post("/store/carts", { region_id: place.id }, { headers: { "idempotency-key": "old" } });
    await shop
      .visitor()
      .post("/store/carts", { region_id: place.id }, { headers: { "idempotency-key": "new" } });
    await shop.db.run({
      text: "update tradewind.idempotency set created_at = now() - interval '26 hours' where key = 'old'",
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

  it("gives up carts that nobody touched for long, but none that was bought", async () => {
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

  it("forgets events of long ago, unless somebody has not heard of them or they are the last", async () => {
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

  it("forgets what administrators did long ago", async () => {
    await aPlace(shop);
    const before = await log("audit_entry");
    expect(before.length).toBeGreaterThan(1);
    await grow("audit_entry", before.slice(0, 1));
    expect(await tidy()).not.toHaveProperty("audit");
    expect(await tidy({ auditDays: 30 })).toMatchObject({ audit: 1 });
    expect(await log("audit_entry")).toEqual(before.slice(1));
  });
});
