import { describe, expect } from "vitest";
import { refused } from "../support/factories/carts.ts";
import { aReturn, rowsOfOrder } from "../support/factories/returns.ts";
import { aMemberWith, lacking, type Member } from "../support/factories/team.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

const { it, shop, order } = withSentOrder();
let packer: Member;
let owner: typeof shop.admin;
it.beforeAll(async () => {
  packer = await aMemberWith(shop, "fulfilment");
  owner = shop.admin;
});

const pieces = (quantity = 1) => [{ item_id: order.lineId, quantity }];
const shownOrder = async () => (await owner.get(`/admin/orders/${order.id}`)).body.order;
const pay = (client: typeof shop.admin, id: string, body: unknown = {}) =>
  client.post(`/admin/returns/${id}/refund`, body);
const dueIds = async (client = owner) =>
  (await client.get(`/admin/returns?refund_due=true&order_id=${order.id}`)).body.returns.map(
    ({ id }: { id: string }) => id,
  );

/** A visitor who knows the order asks for the return, and the packer says that it has arrived. */
async function receivedByPacker(quantity = 1): Promise<string> {
  const asked = await shop.visitor().post("/store/returns", { order_id: order.id, items: pieces(quantity) });
  const { id } = asked.body.return;
  const answer = await packer.client.post(`/admin/returns/${id}/receive`, { items: pieces(quantity) });
  expect(answer).toMatchObject({
    status: 200,
    body: { return: { status: "received", refund_amount: 1100 * quantity } },
  });
  return id;
}

describe("goods that a user without payments:write receives", () => {
  it("are booked, and no money moves until a user with payments:write pays it back", async () => {
    const before = await stockOfVariant(shop, order.variantId);
    const id = await receivedByPacker();
    expect(await stockOfVariant(shop, order.variantId)).toBe(before + 1);
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "partially_returned",
      items: [{ returned_quantity: 1 }],
      refunded_total: 0,
      refunds: [],
    });
    expect(await dueIds()).toEqual([id]);
    expect((await owner.get("/admin/analytics/to-do")).body.to_do.refunds_due).toBeGreaterThan(0);

    expect(await pay(owner, id)).toMatchObject({
      status: 200,
      body: { return: { id, refund_amount: 1100 } },
    });
    expect(await shownOrder()).toMatchObject({
      refunded_total: 1100,
      refunds: [{ amount: 1100, reason: "return" }],
      payments: [{ amount_refunded: 1100 }],
    });
    expect(await dueIds()).toEqual([]);
  });

  it("are not paid back by the one who received them", async () => {
    const id = await receivedByPacker();
    const rows = await rowsOfOrder(shop, order.id);
    expect(await pay(packer.client, id)).toMatchObject(lacking("payments:write"));
    expect(await rowsOfOrder(shop, order.id)).toEqual(rows);
    expect(await dueIds()).toEqual([id]);
  });

  it("are paid back once, also if two ask at once", async () => {
    const id = await receivedByPacker();
    const answers = await Promise.all([pay(owner, id), pay(owner, id)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(refused(await pay(owner, id))).toMatchObject({ status: 400, type: "not_allowed" });
    expect((await shownOrder()).refunded_total).toBe(1100);
  });

  it("can be paid back with less, or with nothing", async () => {
    const id = await receivedByPacker();
    expect(await pay(owner, id, { refund: 300 })).toMatchObject({
      status: 200,
      body: { return: { refund_amount: 300 } },
    });
    expect((await shownOrder()).refunded_total).toBe(300);
    const other = await receivedByPacker();
    expect((await pay(owner, other, { refund: 0 })).status).toBe(200);
    expect((await shownOrder()).refunded_total).toBe(300);
    expect(await dueIds()).toEqual([]);
  });

  it("cannot be paid back with more than was paid", async () => {
    const id = await receivedByPacker();
    const rows = await rowsOfOrder(shop, order.id);
    expect(refused(await pay(owner, id, { refund: 100_000 }))).toMatchObject({ status: 400 });
    expect(await rowsOfOrder(shop, order.id)).toEqual(rows);
    expect(await dueIds()).toEqual([id]);
  });

  it("are all paid back, one after the other", async () => {
    for (const id of [await receivedByPacker(1), await receivedByPacker(2)]) {
      expect((await pay(owner, id)).status).toBe(200);
    }
    expect(await shownOrder()).toMatchObject({ fulfillment_status: "returned", refunded_total: 3300 });
  });
});

describe("goods that a user with payments:write receives", () => {
  it("are paid back at once, and nothing is due", async () => {
    const back = await aReturn(shop, order);
    await owner.post(`/admin/returns/${back.id}/receive`, { items: pieces() });
    expect((await shownOrder()).refunded_total).toBe(1100);
    expect(await dueIds()).toEqual([]);
    expect(refused(await pay(owner, back.id))).toMatchObject({ status: 400, type: "not_allowed" });
    expect((await shownOrder()).refunded_total).toBe(1100);
  });
});
