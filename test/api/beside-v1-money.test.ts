import { describe, expect } from "vitest";
import { aReturn, newestReturn, rowsOfOrder } from "../support/factories/returns.ts";
import { aMemberWith } from "../support/factories/team.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";
import { finishAdoption, runBesideV1 } from "../support/v1/beside-v1.ts";

const { it, shop, place, order, replaceOrder } = withSentOrder();

it.beforeEach(async () => {
  await finishAdoption(shop);
  await runBesideV1(shop);
});

const waived = async () => {
  const text = "select coalesce(sum(amount_waived), 0)::integer as amount from payment where order_id = $1";
  return (await shop.db.run<{ amount: number }>({ text, values: [order.id] }))[0]!.amount;
};
const items = () => [{ item_id: order.lineId, quantity: 1 }];
const receive = (id: string, body: object = {}) =>
  shop.admin.post(`/admin/returns/${id}/receive`, { items: items(), ...body });
const returnNow = (body: object = {}) =>
  shop.admin.post(`/admin/orders/${order.id}/return`, { items: items(), receive_now: true, ...body });

const refused = {
  status: 400,
  body: {
    type: "not_allowed",
    message: expect.stringMatching(/not captured.*Capture it first, or send refund: 0/),
  },
};

describe("beside v1, goods of a payment that is not captured", () => {
  it.beforeEach(() => replaceOrder({ isCaptured: false }));

  it("are not received, because v1 would capture what they are worth", async () => {
    const { id } = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    expect(await receive(id)).toMatchObject(refused);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("are not received with their request either", async () => {
    const before = await rowsOfOrder(shop, order.id);
    expect(await returnNow()).toMatchObject(refused);
    const byPost = { return_shipping: { option_id: place.returnOptionId } };
    expect(await returnNow(byPost)).toMatchObject(refused);
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("are received without a refund, and everything is captured, as v1 does it", async () => {
    const { id } = await aReturn(shop, order);
    expect((await receive(id, { refund: 0 })).status).toBe(200);
    expect((await returnNow({ refund: 0 })).status).toBe(200);
    expect(await waived()).toBe(0);
    const { body } = await shop.admin.post(`/admin/orders/${order.id}/capture`);
    expect(body.order).toMatchObject({ payment_status: "captured", paid_total: order.total });
  });

  it("are received once the payment is captured, and paid back", async () => {
    const { id, refund_amount } = await aReturn(shop, order);
    expect((await shop.admin.post(`/admin/orders/${order.id}/capture`)).status).toBe(200);
    expect((await receive(id)).status).toBe(200);
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order.refunded_total).toBe(refund_amount);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ status: "received" });
  });

  it("are received after the adoption is finished, and are not captured", async () => {
    const { id, refund_amount } = await aReturn(shop, order);
    await finishAdoption(shop);
    expect((await receive(id)).status).toBe(200);
    expect(await waived()).toBe(refund_amount);
  });
});

describe("beside v1, goods that a user without payments:write receives", () => {
  it("are refused: v1 would not know that their refund is due", async () => {
    const packer = await aMemberWith(shop, "fulfilment");
    const { id } = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    const received = () => packer.client.post(`/admin/returns/${id}/receive`, { items: items() });
    expect(await received()).toMatchObject({
      status: 400,
      body: { type: "not_allowed", message: expect.stringMatching(/^Without the permission payments:write/) },
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    await finishAdoption(shop);
    expect(await received()).toMatchObject({ status: 200 });
  });
});

describe("beside v1, goods that were not paid by a payment alone", () => {
  it("are received: nothing is left that v1 could capture", async () => {
    const { id } = await aReturn(shop, order, { refund: order.total });
    await shop.db.run({
      text: "update payment set amount = amount - 100 where order_id = $1",
      values: [order.id],
    });
    expect((await receive(id)).status).toBe(200);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ status: "received" });
  });
});

describe("goods of a payment whose provider is not installed", () => {
  it("are not received with a refund; the refusal names the way without one", async () => {
    const { id } = await aReturn(shop, order);
    await shop.db.run({
      text: "insert into payment_provider (id) values ('paypal') on conflict do nothing",
      values: [],
    });
    await shop.db.run({
      text: "update payment set provider_id = 'paypal' where order_id = $1",
      values: [order.id],
    });
    const before = await rowsOfOrder(shop, order.id);
    expect(await receive(id)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/paypal is not installed.*send refund: 0/) },
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect((await receive(id, { refund: 0 })).status).toBe(200);
    expect(await newestReturn(shop.admin, order.id)).toMatchObject({ status: "received" });
  });
});
