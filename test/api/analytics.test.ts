import { describe, expect } from "vitest";
import { emptyQueue, recountCarts } from "../../src/modules/reporting/analytics/use-cases/roll-up.ts";
import type { Client } from "../support/clients/client.ts";
import {
  aCart,
  addLine,
  aPlace,
  changeCart,
  complete,
  openSessions,
  type Place,
} from "../support/factories/carts.ts";
import { home } from "../support/factories/customers.ts";
import { anEmptyOrder, anOrder, paid } from "../support/factories/orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith } from "../support/factories/team.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anotherProcess } from "../support/servers/another-process.ts";

let place: Place;
let optionId: string;
let variantId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  ({ id: optionId } = await anOption(shop, place.id));
  variantId = await aSoldVariant(shop, { price: 1000 });
});

const buy = (email?: string) =>
  anOrder(shop.visitor(), { place, variantId, optionId, ...(email === undefined ? {} : { email }) });

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function read(path: string, client: Client = shop.admin): Promise<any> {
  const { status, body } = await client.get(`/admin/analytics/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const inDollars = ({ currencies }: { currencies: { currency_code: string }[] }) =>
  currencies.find(({ currency_code }) => currency_code === "usd") as never as Record<string, never>;

const ordersToday = async (client?: Client): Promise<number> =>
  inDollars(await read("summary?period=today", client))["current"]!["orders"];

const rows = <Row = { count: number }>(text: string, ...values: unknown[]) =>
  shop.db.run<Row>({ text, values });

const paths = ["summary", "series", "top", "carts", "to-do"];

describe("the figures", () => {
  it("are for administrators only", async () => {
    for (const path of paths) {
      const { status, body } = await shop.visitor().get(`/admin/analytics/${path}`);
      expect([status, body.type], path).toEqual([401, "unauthorized"]);
    }
  });

  it("have every currency of the shop, also before its first order", async () => {
    const { currencies, customers, pending_orders } = await read("summary?from=2001-01-01&to=2001-01-31");
    expect(currencies.map((each: { currency_code: string }) => each.currency_code)).toEqual(["usd"]);
    expect(currencies[0].current).toMatchObject({ orders: 0, sales: 0, revenue: 0, average_order: null });
    expect(customers).toEqual({ current: { new: 0, returning: 0 }, previous: { new: 0, returning: 0 } });
    expect(pending_orders).toBe(0);
  });

  it("are not written into the audit log", async () => {
    await buy();
    const entries = "select count(*) from tradewind.audit_entry";
    const [before] = await rows(entries);
    await read("summary");
    expect(await rows(entries)).toEqual([before]);
  });

  it.for([
    ["summary?timezone=Europe/Atlantis", "timezone"],
    ["series?from=2026-02-02&to=2026-02-01", "from"],
    ["top?from=2026-02-30", "from"],
    ["carts?from=2020-01-01&to=2023-01-01", "to"],
    ["series?period=90d&interval=hour", "interval"],
    ["summary?period=14d", "period"],
    ["summary?currency_code=dollars", "currency_code"],
    ["top?limit=0", "limit"],
    ["to-do?low_stock=-1", "low_stock"],
    ["summary?region_id=reg_1", "region_id"],
  ] as const)("of %s are refused, with the name of the field", async ([path, field]) => {
    const { status, body } = await shop.admin.get(`/admin/analytics/${path}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
    expect(body.message).toContain(field);
  });
});

describe("an order counts", () => {
  it("in the next answer, of whichever process", async () => {
    const other = await anotherProcess(shop, { TRADEWIND_JOBS: "0" });
    try {
      const elsewhere = other.visitor();
      await elsewhere.post("/admin/auth", ADMIN);
      const before = await ordersToday();
      await buy();
      expect(await ordersToday(elsewhere)).toBe(before + 1);
      await Promise.all([buy(), buy(), buy()]);
      const both = [...Array(4)].flatMap(() => [ordersToday(), ordersToday(elsewhere)]);
      expect(new Set(await Promise.all(both))).toEqual(new Set([before + 4]));
    } finally {
      await other.close();
    }
  });

  it("once, also if it changes while it is counted", async () => {
    const before = await ordersToday();
    const { id } = await buy();
    const changes = [...Array(8)].map((_, index) =>
      index % 2 === 0 ? ordersToday() : shop.admin.post(`/admin/orders/${id}`, { metadata: { index } }),
    );
    await Promise.all(changes);
    expect(await ordersToday()).toBe(before + 1);
  });

  it("without a write when nothing about its figures has changed", async () => {
    const { id } = await buy();
    const versions = () => rows("select xmin::text from tradewind.analytics_order where order_id = $1", id);
    await ordersToday();
    const before = await versions();
    await shop.admin.post(`/admin/orders/${id}`, { metadata: { note: "as before" } });
    await ordersToday();
    expect(await versions()).toEqual(before);
  });

  it("no longer when it is canceled, or deleted by SQL", async () => {
    const before = await ordersToday();
    const [one, other] = [await buy(), await anEmptyOrder(shop, place.id)];
    expect(await ordersToday()).toBe(before + 2);
    await shop.admin.post(`/admin/orders/${one.id}/cancel`);
    expect(await ordersToday()).toBe(before + 1);
    await rows('delete from "order" where id = $1', other.id);
    expect(await ordersToday()).toBe(before);
    expect(await rows("select 1 from tradewind.analytics_order where order_id = $1", other.id)).toEqual([]);
  });

  it("on another day, in another country and for another customer after SQL has said so", async () => {
    const email = "mover@example.com";
    const first = await buy(email);
    const second = await buy(email);
    await rows(`update "order" set created_at = '2003-05-05T23:30:00Z' where id = $1`, first.id);
    await rows(
      `update address set country_code = 'jp' where id =
      (select shipping_address_id from "order" where id = $1)`,
      first.id,
    );
    const inMay = "from=2003-05-01&to=2003-05-31";
    expect((await read(`summary?${inMay}`)).customers.current).toEqual({ new: 1, returning: 0 });
    expect(inDollars(await read(`top?${inMay}`))["countries"]).toMatchObject([
      { country_code: "jp", orders: 1 },
    ]);
    const inTokyo = await read("series?from=2003-05-05&to=2003-05-06&interval=day&timezone=Asia/Tokyo");
    const points: { orders: number }[] = inDollars(inTokyo)["current"]!;
    expect(points.map(({ orders }) => orders)).toEqual([0, 1]);

    const { customer_id } = await buy("somebody-else@example.com");
    await rows(`update "order" set customer_id = $2 where id = $1`, second.id, customer_id);
    const today = (await read("summary?period=today")).customers.current;
    await rows(`update "order" set customer_id = $2 where id = $1`, second.id, first.customer_id);
    expect((await read("summary?period=today")).customers.current).toEqual({
      ...today,
      returning: today.returning + 1,
    });
  });
});

describe("the queue of changes", () => {
  const run = { isStopping: () => false };

  it("is emptied in the background, by one process at a time", async () => {
    await Promise.all([buy(), buy()]);
    await Promise.all([...Array(4)].map(() => emptyQueue({ db: shop.db }, run)));
    await emptyQueue({ db: shop.db }, run);
    expect(await rows("select count(*) from tradewind.analytics_order_change")).toEqual([{ count: 0 }]);
    expect(await rows("select count(*) from tradewind.analytics_cart_change")).toEqual([{ count: 0 }]);
  });

  it("keeps what a process that died in the middle had taken", async () => {
    const before = await ordersToday();
    await buy();
    // As if the process died after it had taken the changes and written half of the sums.
    await expect(
      rows(`do $$ begin
        delete from tradewind.analytics_order_change;
        update tradewind.analytics_sum set orders = orders + 1;
        raise exception 'killed';
      end $$`),
    ).rejects.toThrow("killed");
    expect(await ordersToday()).toBe(before + 1);
  });

  it("can be filled again with every order and cart, and nothing is counted twice", async () => {
    const all = async () => Promise.all([read("summary"), read("top"), read("carts"), read("to-do")]);
    const before = await all();
    await rows(`insert into tradewind.analytics_order_change select id from "order"`);
    await rows("truncate gift_card_transaction cascade");
    expect(await all()).toEqual(before);
  });

  it("has the orders and carts of a shop that was there before", async () => {
    const before = await Promise.all([
      read("summary?period=today"),
      read("to-do"),
      read("carts?period=today"),
    ]);
    // What the migration finds and does.
    await rows(`truncate tradewind.analytics_order, tradewind.analytics_sum, tradewind.analytics_ranking,
      tradewind.analytics_open_work, tradewind.analytics_cart, tradewind.analytics_cart_sum,
      tradewind.analytics_cart_change, tradewind.analytics_order_change`);
    await rows(
      `insert into tradewind.analytics_order_change (order_id) select id from "order" order by created_at desc`,
    );
    await rows(`insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
      select id, created_at, 32 from cart where type = 'default'`);
    expect(
      await Promise.all([read("summary?period=today"), read("to-do"), read("carts?period=today")]),
    ).toEqual(before);
  });
});

describe("carts", () => {
  const today = async () => (await read("carts?period=today")).carts.current;
  const more = (before: Record<string, number>, added: Record<string, number>) =>
    Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count + (added[name] ?? 0)]));

  it("count for each step they have taken, once", async () => {
    const before = await today();
    const visitor = shop.visitor();
    const { id } = await aCart(visitor, { region_id: place.id });
    expect(await today()).toEqual(more(before, { created: 1, empty: 1 }));
    await addLine(visitor, id, variantId);
    await addLine(visitor, id, variantId);
    const filled = { created: 1, with_goods: 1, open: 1 };
    expect(await today()).toEqual(more(before, filled));
    const shipping_address = { ...home, country_code: place.countries[0] };
    await changeCart(visitor, id, { email: "stepper@example.com", shipping_address });
    expect(await today()).toEqual(more(before, { ...filled, with_address: 1 }));
    await visitor.post(`/store/carts/${id}/shipping-methods`, { option_id: optionId });
    await openSessions(visitor, id);
    expect(await today()).toEqual(more(before, { ...filled, with_address: 1, with_payment: 1 }));
    await complete(visitor, id);
    const all = { created: 1, with_goods: 1, with_address: 1, with_payment: 1, completed: 1 };
    expect(await today()).toEqual(more(before, all));
  });

  it("are abandoned after a day, and stay so when they are deleted", async () => {
    const { id } = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    await rows("delete from tradewind.analytics_cart_change where cart_id = $1", id);
    await rows("update cart set created_at = now() - interval '25 hours' where id = $1", id);
    await rows(
      `insert into tradewind.analytics_cart_change (cart_id, created_at, reached)
      select id, created_at, 32 from cart where id = $1`,
      id,
    );
    const lately = async () => (await read("carts?period=7d")).carts.current;
    const before = await lately();
    expect(before.abandoned).toBe(1);
    await rows("delete from line_item where cart_id = $1", id);
    await rows("delete from cart where id = $1", id);
    expect(await lately()).toEqual(before);
  });

  it("are counted again when a program has changed when they were created", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const before = await today();
    await rows("update cart set created_at = now() - interval '3 days' where id = $1", id);
    await recountCarts(shop);
    expect(await today()).toEqual(more(before, { created: -1, empty: -1 }));
    await rows("update cart set created_at = now() where id = $1", id);
    await recountCarts(shop);
    expect(await today()).toEqual(before);
  });

  it("of draft orders do not count", async () => {
    const before = await today();
    await rows(`insert into cart (id, region_id, type) values ('cart_draft', $1, 'draft_order')`, place.id);
    await rows(`insert into line_item (id, cart_id, title, unit_price, quantity)
      values ('item_draft', 'cart_draft', 'Agreed', 100, 1)`);
    expect(await today()).toEqual(before);
  });
});

describe("the list of what to do", () => {
  const toDo = async (query = "") => (await read(`to-do${query}`)).to_do;

  it("follows an order from payment to shipping, and its return", async () => {
    const before = await toDo();
    const order = await buy();
    const placed = {
      orders_to_capture: before.orders_to_capture + 1,
      orders_to_pack: before.orders_to_pack + 1,
    };
    expect(await toDo()).toEqual({ ...before, ...placed });
    await paid(shop.admin, order);
    const [line] = order.items;
    const path = `/admin/orders/${order.id}`;
    await shop.admin.post(`${path}/fulfillment`, { items: [{ item_id: line!.id, quantity: 1 }] });
    expect(await toDo()).toEqual({ ...before, orders_to_ship: before.orders_to_ship + 1 });
    const { body } = await shop.admin.get(path);
    await shop.admin.post(`${path}/shipment`, { fulfillment_id: body.order.fulfillments[0].id });
    expect(await toDo()).toEqual(before);
    await shop.admin.post(`${path}/return`, { items: [{ item_id: line!.id, quantity: 1 }] });
    expect(await toDo()).toEqual({ ...before, returns_to_receive: before.returns_to_receive + 1 });
    await shop.admin.post(`${path}/archive`);
  });

  it("has for a packer the work that a packer may see", async () => {
    const order = await buy();
    const { client } = await aMemberWith(shop, "fulfilment");
    const { status, body } = await client.get("/admin/analytics/to-do");
    expect(status).toBe(200);
    expect(body.to_do).toEqual({ ...(await toDo()), failed_jobs: null, failing_webhooks: null });
    expect(body.to_do.orders_to_pack).toBeGreaterThan(0);
    expect((await client.get("/admin/analytics/summary")).status).toBe(403);
    await shop.admin.post(`/admin/orders/${order.id}/cancel`);
  });

  it("has variants that run out, dead jobs and failing webhooks", async () => {
    const before = await toDo("?low_stock=2");
    await aSoldVariant(shop, { stock: 2 });
    await aSoldVariant(shop, { stock: 3 });
    await rows("select graphile_worker.add_job('never', max_attempts => 1)");
    await rows(`update graphile_worker._private_jobs set attempts = max_attempts where id in
      (select id from graphile_worker.jobs where task_identifier = 'never')`);
    await rows(`insert into tradewind.webhook (id, url, events, failing_since)
      values ('whk_failing', 'https://example.com', '{*}', now())`);
    expect(await toDo("?low_stock=2")).toEqual({
      ...before,
      variants_low_in_stock: before.variants_low_in_stock + 1,
      failed_jobs: before.failed_jobs + 1,
      failing_webhooks: before.failing_webhooks + 1,
    });
  });
});
