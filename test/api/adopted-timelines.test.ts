import { describe, expect } from "vitest";
import { listEventsAfter } from "../../src/events/cursor-store.ts";
import { readOrder } from "../support/factories/fulfillments.ts";
import { Editing } from "../support/factories/order-edits.ts";
import { anOrder, aPackedOrder, type OrderOfOneLine } from "../support/factories/orders.ts";
import { aReturn, aReturnPlace, newestReturn, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap } from "../support/factories/swaps.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { aWebhook, openReceiver } from "../support/services/webhook-receiver.ts";
import { until } from "../support/time/until.ts";
import { backfill } from "../support/v1/backfill.ts";

let place: ReturnPlace;
let order: OrderOfOneLine;
const { it, shop } = withShop(() =>
  startShop({ TRADEWIND_JOBS: "1", TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES: "allow" }),
);
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
});
it.beforeEach(async () => {
  order = await aPackedOrder(shop, { place });
  const [fulfillment] = (await readOrder(shop, order.id)).fulfillments;
  await post(`/admin/orders/${order.id}/shipment`, { fulfillment_id: fulfillment!.id });
});
const sql = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });
const post = async (path: string, body: unknown = {}) => {
  const answer = await shop.admin.post(path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.message}`);
  return answer;
};

interface Entry {
  id: string;
  name: string;
  entity_id: string;
  data: Record<string, unknown>;
  occurred_at: string;
  user_id: string | null;
}

const timelineOf = async (id: string): Promise<Entry[]> =>
  (await shop.admin.get(`/admin/orders/${id}/timeline?limit=100`)).body.timeline;
const told = (entries: Entry[]) => entries.map(({ name, entity_id, data }) => ({ name, entity_id, data }));
const byName = (entries: ReturnType<typeof told>) =>
  entries.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

/** What the rows of v1 do not tell. */
const UNTOLD = ["order.completed", "order.updated"];

/** Compares what v1's rows tell with what Tradewind has announced about the same order. */
async function expectSameStory(id: string): Promise<void> {
  const announced = (await timelineOf(id)).filter(({ name }) => !UNTOLD.includes(name));
  await sql("delete from tradewind.event");
  await backfill(shop);
  const entries = await timelineOf(id);
  expect(byName(told(entries))).toEqual(byName(told(announced)));
  const times = entries.map(({ occurred_at }) => Date.parse(occurred_at));
  expect(times).toEqual([...times].sort((one, other) => other - one));
  await backfill(shop);
  expect(await timelineOf(id)).toEqual(entries);
}

describe("the timeline of an order of v1", () => {
  it("tells of payment, refunds, shipments, returns and notes", async () => {
    await post(`/admin/orders/${order.id}/refund`, { amount: 100, reason: "discount" });
    await post("/admin/notes", { resource_id: order.id, resource_type: "order", value: "Gift wrap" });
    const returned = await aReturn(shop, order);
    await post(`/admin/returns/${returned.id}/receive`, {
      items: [{ item_id: order.lineId, quantity: 1 }],
    });
    await aReturn(shop, order);
    await post(`/admin/returns/${(await newestReturn(shop.admin, order.id)).id}/cancel`);
    await expectSameStory(order.id);
    const entries = await timelineOf(order.id);
    expect(entries.find(({ name }) => name === "note.created")).toMatchObject({ user_id: shop.adminId });
    expect(entries.at(-1)).toMatchObject({ name: "order.placed", id: expect.stringMatching(/^evt_v1_/) });
  });

  it("tells of fulfilments that were canceled, and of the cancellation of the order", async () => {
    const packed = await aPackedOrder(shop, { place });
    const [fulfillment] = (await readOrder(shop, packed.id)).fulfillments;
    await post(`/admin/orders/${packed.id}/fulfillments/${fulfillment!.id}/cancel`);
    await post(`/admin/orders/${packed.id}/cancel`);
    await expectSameStory(packed.id);
  });

  it("tells of swaps and claims", async () => {
    const spare = await aSoldVariant(shop, { price: 1000, stock: 5 });
    const swap = await aSwap(shop, order, { variantId: spare });
    await post(`/admin/returns/${swap.return_order.id}/receive`, {
      items: [{ item_id: order.lineId, quantity: 1 }],
    });
    await post(`/admin/orders/${order.id}/claims`, {
      type: "replace",
      claim_items: [{ item_id: order.lineId, quantity: 1, reason: "production_failure" }],
      additional_items: [{ variant_id: spare, quantity: 1 }],
      shipping_methods: [{ option_id: place.optionId, price: 0 }],
    });
    await post(`/admin/orders/${order.id}/claims`, {
      type: "refund",
      refund_amount: 100,
      claim_items: [{ item_id: order.lineId, quantity: 1, reason: "other" }],
    });
    const { claims } = await readOrder(shop, order.id);
    await post(
      `/admin/orders/${order.id}/claims/${claims.find(({ additional_items }) => additional_items.length > 0)!.id}/fulfillments`,
    );
    await expectSameStory(order.id);
  });

  it("tells of edits and who made them", async () => {
    const edit = await Editing.of(shop, { place, variantId: await aSoldVariant(shop, { stock: 10 }) });
    await edit.add(await aSoldVariant(shop, { stock: 10 }));
    await edit.request();
    await edit.decline({ declined_reason: "no" });
    const announced = told(await timelineOf(edit.order.id)).filter(({ name }) =>
      /^order-edit\.|\.placed$/.test(name),
    );
    await sql("delete from tradewind.event");
    await backfill(shop);
    const entries = await timelineOf(edit.order.id);
    expect(byName(told(entries))).toEqual(byName(announced));
    expect(entries.find(({ name }) => name === "order-edit.created")).toMatchObject({
      user_id: shop.adminId,
    });
  });

  it("does not repeat what Tradewind has announced", async () => {
    await aReturn(shop, order);
    const before = await timelineOf(order.id);
    await backfill(shop);
    expect(await timelineOf(order.id)).toEqual(before);
  });
});

describe("what v1 tells", () => {
  it("is never delivered: not to webhooks, not after a replay, not to subscribers", async () => {
    const receiver = await openReceiver();
    const webhook = await aWebhook(shop.admin, { url: receiver.url, events: ["order.*", "shop.*"] });
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const old = await anOrder(shop.visitor(), { place, variantId });
    await until(() => receiver.names().includes("order.placed"));
    await sql("delete from tradewind.event where entity_id = $1", old.id);
    await sql(`update "order" set created_at = now() - interval '1 hour' where id = $1`, old.id);
    await backfill(shop);
    const [history] = await timelineOf(old.id);
    expect(history).toMatchObject({ name: "order.placed" });
    const refusal = await shop.admin.post(`/admin/webhooks/${webhook.id}/replay`, { since: history!.id });
    expect({ status: refusal.status, message: refusal.body.message }).toEqual({
      status: 400,
      message: "since must not be an event of v1: those are not sent",
    });
    receiver.received.length = 0;
    await post(`/admin/webhooks/${webhook.id}/replay`, {
      since: new Date(Date.now() - 7_200_000).toISOString(),
    });
    const fresh = await anOrder(shop.visitor(), { place, variantId });
    const isFresh = () => receiver.received.some(({ event }) => event.data.id === fresh.id);
    await until(isFresh);
    expect(receiver.received.filter(({ event }) => event.id.startsWith("evt_v1_"))).toEqual([]);
    const all = await listEventsAfter(
      shop.db,
      { tx: "0", seq: Number.MIN_SAFE_INTEGER, begun: null },
      { name: "mails", event: "*" },
    );
    expect(all.filter(({ id }) => id.startsWith("evt_v1_"))).toEqual([]);
    await shop.admin.delete(`/admin/webhooks/${webhook.id}`);
    await receiver.close();
  });
});
