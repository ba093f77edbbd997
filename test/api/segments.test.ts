import { describe, expect } from "vitest";
import { autocommit } from "../../src/db/transaction.ts";
import { refreshSegments } from "../../src/modules/people/segments/use-cases/refresh-segments.ts";
import { catchUp } from "../../src/modules/reporting/analytics/use-cases/roll-up.ts";
import { openCheckout } from "../support/factories/checkout.ts";
import { aCustomer, aGroup, eventsAbout } from "../support/factories/customers.ts";
import { aGuestOrder, paid } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";

const { it, shop } = withShop();
let regionId: string;
let boots: string;
it.beforeAll(async () => {
  ({ regionId } = await openCheckout(shop));
  boots = await aSoldVariant(shop, { stock: 1_000 });
});

let made = 0;
const create = (rules: object, name = `Segment ${++made}`) =>
  shop.admin.post("/admin/segments", { name, rules });
const aSegment = async (rules: object): Promise<string> => {
  const { status, body } = await create(rules);
  if (status !== 200) throw new Error(body.message);
  return body.segment.id;
};
/** What the job of every minute does. */
const refresh = async () => {
  await catchUp({ db: shop.db }, "orders");
  await refreshSegments({ db: shop.db }, { isStopping: () => false });
};
const members = async (id: string): Promise<string[]> =>
  (await shop.admin.get(`/admin/customers?groups=${id}&limit=1000`)).body.customers
    .map((customer: { id: string }) => customer.id)
    .sort();
const buys = async (email: string, quantity = 1): Promise<string> => {
  const client = shop.visitor();
  const order = await aGuestOrder(client, {
    regionId,
    items: [{ variant_id: boots, quantity }],
    email,
  } as never);
  return (await shop.admin.get(`/admin/orders/${order.id}`)).body.order;
};

describe("a segment", () => {
  it("is a customer group whose members follow its rules", async () => {
    const [vip, other] = [await aCustomer(shop), await aCustomer(shop)];
    await shop.admin.post("/admin/customer-tags/batch", { ids: [vip.id], add: ["VIP"] });
    const [tag] = (await shop.admin.get("/admin/customer-tags?q=VIP")).body.tags;
    const { status, body } = await create({ tags: { any: [tag.id] } }, "Very important");
    expect(status).toBe(200);
    expect(body.segment).toMatchObject({ name: "Very important", members: 1, is_stale: false });
    const { id } = body.segment;
    expect(await members(id)).toEqual([vip.id]);
    expect((await shop.admin.get(`/admin/customer-groups/${id}`)).body.customer_group.name).toBe(
      "Very important",
    );

    await shop.admin.post("/admin/customer-tags/batch", { ids: [other.id], add: ["VIP"] });
    await shop.admin.post("/admin/customer-tags/batch", { ids: [vip.id], remove: ["VIP"] });
    await refresh();
    expect(await members(id)).toEqual([other.id]);
    expect((await shop.admin.get(`/admin/segments/${id}`)).body.segment.members).toBe(1);

    const changed = await shop.admin.post(`/admin/segments/${id}`, {
      rules: { tags: { none: [tag.id] } },
      name: "Others",
    });
    expect(changed.body.segment).toMatchObject({ name: "Others", rules: { tags: { none: [tag.id] } } });
    expect(await members(id)).toContain(vip.id);
    expect(await members(id)).not.toContain(other.id);
    expect((await eventsAbout(shop, id)).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "customer-group.created",
        "segment.created",
        "segment.refreshed",
        "segment.updated",
      ]),
    );
    expect((await shop.admin.delete(`/admin/segments/${id}`)).body).toMatchObject({ deleted: true });
    expect((await shop.admin.get(`/admin/customer-groups/${id}`)).status).toBe(404);
  });

  it("knows what customers have bought, and follows orders, cancellations and refunds", async () => {
    const [often, once, spender] = [
      await aSegment({ orders: { gte: 2 } }),
      await aSegment({ orders: { gte: 1, lte: 1 } }),
      await aSegment({ spent: { currency_code: "USD", gte: 4_000 } }),
    ];
    const first = (await buys("regular@example.com", 2)) as never as { id: string; customer_id: string };
    await refresh();
    expect([await members(often), await members(once)].map((ids) => ids.includes(first.customer_id))).toEqual(
      [false, true],
    );
    const second = (await buys("regular@example.com", 2)) as never as { id: string };
    await refresh();
    expect(await members(often)).toContain(first.customer_id);
    expect(await members(once)).not.toContain(first.customer_id);
    expect(await members(spender)).toContain(first.customer_id);
    const figures = await shop.db.run({
      text: `select orders, (select amount from tradewind.customer_spent spent where spent.customer_id = figures.customer_id) as spent
        from tradewind.customer_figures figures where customer_id = $1`,
      values: [first.customer_id],
    });
    const shown = (await shop.admin.get(`/admin/customers/${first.customer_id}/figures`)).body.currencies;
    expect(figures).toEqual([{ orders: shown[0].orders, spent: shown[0].revenue }]);
    await paid(shop.admin, first);
    await shop.admin.post(`/admin/orders/${first.id}/refund`, { amount: 2_000, reason: "other" });
    await shop.admin.post(`/admin/orders/${second.id}/cancel`);
    await refresh();
    expect(await members(spender)).not.toContain(first.customer_id);
    expect(await members(once)).toContain(first.customer_id);
  });

  it("follows time, accounts, countries, groups and consent", async () => {
    const buyer = (await buys("lately@example.com")) as never as { customer_id: string };
    const account = await aCustomer(shop);
    const group = await aGroup(shop);
    await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
      customer_ids: [{ id: account.id }],
    });
    await shop.admin.post(`/admin/customers/${account.id}/marketing-consent`, {
      channel: "email",
      is_given: true,
      wording: "I want news",
    });
    await refresh();
    const isIn = async (rules: object, id: string) => (await members(await aSegment(rules))).includes(id);
    expect(await isIn({ last_order: { within_days: 30 } }, buyer.customer_id)).toBe(true);
    expect(await isIn({ last_order: { before_days: 30 } }, buyer.customer_id)).toBe(false);
    expect(await isIn({ last_order: { within_days: 30 } }, account.id)).toBe(false);
    expect(await isIn({ countries: ["US"] }, buyer.customer_id)).toBe(true);
    expect(await isIn({ countries: ["de"] }, buyer.customer_id)).toBe(false);
    expect(await isIn({ has_account: true, orders: { lte: 0 } }, account.id)).toBe(true);
    expect(await isIn({ has_account: true }, buyer.customer_id)).toBe(false);
    expect(await isIn({ groups: { any: [group.id] } }, account.id)).toBe(true);
    expect(await isIn({ groups: { none: [group.id] } }, account.id)).toBe(false);
    expect(await isIn({ consent: { channel: "email", is_given: true } }, account.id)).toBe(true);
    expect(await isIn({ consent: { channel: "sms", is_given: false } }, account.id)).toBe(true);
    const recent = await aSegment({ signed_up: { within_days: 1 } });
    const old = await aSegment({ last_order: { before_days: 30 } });
    const late = await aCustomer(shop);
    // An event waits for older transactions, such as one of the autovacuum.
    await until(async () => {
      await refresh();
      return (await members(recent)).includes(late.id);
    });
    // An hour later, by the clock of the database.
    const moved =
      "update tradewind.customer_figures set last_order_at = now() - interval '31 days' where customer_id = $1";
    await shop.db.run({ text: moved, values: [buyer.customer_id] });
    await shop.db.run({
      text: "update tradewind.segment set refreshed_at = now() - interval '2 hours'",
      values: [],
    });
    await refresh();
    expect(await members(old)).toContain(buyer.customer_id);
  });

  it("decides about a discount as any group does", async () => {
    const customer = await aCustomer(shop);
    await shop.admin.post("/admin/customer-tags/batch", { ids: [customer.id], add: ["Crew"] });
    const [tag] = (await shop.admin.get("/admin/customer-tags?q=Crew")).body.tags;
    const id = await aSegment({ tags: { any: [tag.id] } });
    const { body } = await shop.admin.post("/admin/discounts", {
      code: `CREW${made}`,
      rule: {
        type: "percentage",
        value: 10,
        allocation: "total",
        conditions: [{ operator: "in", customer_groups: [id] }],
      },
      regions: [regionId],
      is_dynamic: false,
      is_disabled: false,
    });
    expect(body.discount?.code).toBe(`CREW${made}`);
    const held = await shop.db.run({
      text: "select customer_group_id from discount_condition_customer_group where customer_group_id = $1",
      values: [id],
    });
    expect(held).toHaveLength(1);
  });

  it("is previewed without a change", async () => {
    const customer = await aCustomer(shop, { first_name: "Priya" });
    await shop.admin.post("/admin/customer-tags/batch", { ids: [customer.id], add: ["Preview"] });
    const [tag] = (await shop.admin.get("/admin/customer-tags?q=Preview")).body.tags;
    const { status, body } = await shop.admin.post("/admin/segments/preview", {
      rules: { tags: { any: [tag.id] } },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { count: 1, customers: [{ id: customer.id }] },
    });
  });

  it.each([
    ["without rules", {}, "rules: a segment needs at least one rule"],
    ["with an empty rule", { orders: {} }, "rules.orders: say what it has to be"],
    [
      "with a range from high to low",
      { orders: { gte: 3, lte: 1 } },
      "rules.orders: gte must not be greater than lte",
    ],
    ["with an amount without a currency", { spent: { gte: 1 } }, "currency_code is required"],
    ["with an unknown rule", { shoe_size: 44 }, "property shoe_size should not exist"],
    ["with SQL for a code", { countries: ["us') or true --"] }, "countries"],
    ["with an unknown channel", { consent: { channel: "fax", is_given: true } }, "channel"],
    ["with negative days", { signed_up: { within_days: -1 } }, "within_days"],
  ])("is refused %s", async (_, rules, message) => {
    const before = (await shop.admin.get("/admin/segments?limit=1")).body.count;
    const { status, body } = await create(rules);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(body.message).toContain(message);
    expect((await shop.admin.get("/admin/segments?limit=1")).body.count).toBe(before);
    expect((await shop.admin.post("/admin/segments/preview", { rules })).status).toBe(400);
  });

  it("keeps its members to its rules, and names no other segment", async () => {
    const id = await aSegment({ has_account: true });
    const customer = await aCustomer(shop);
    const add = await shop.admin.post(`/admin/customer-groups/${id}/customers/batch`, {
      customer_ids: [{ id: customer.id }],
    });
    expect(add).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    const other = await create({ groups: { any: [id] } });
    expect(other.body.message).toBe(`rules.groups: ${id} is a segment. Name groups only`);
    const taken = await create({ has_account: true }, `Segment ${made - 1}`);
    expect(taken.status).toBe(422);
    expect((await shop.admin.get("/admin/segments/cgrp_unknown")).status).toBe(404);
  });
});

it("a shop without segments queues no customers", async () => {
  await autocommit(shop.db).run({ text: "delete from tradewind.segment", values: [] });
  await autocommit(shop.db).run({ text: "delete from tradewind.segment_change", values: [] });
  const { id } = await aCustomer(shop);
  await shop.admin.post("/admin/customer-tags/batch", { ids: [id], add: ["Nothing to queue"] });
  await buys("unqueued@example.com");
  await refresh();
  expect(await shop.db.run({ text: "select * from tradewind.segment_change", values: [] })).toEqual([]);
});
