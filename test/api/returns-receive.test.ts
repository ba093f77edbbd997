import { describe, expect } from "vitest";
import { refused } from "../support/factories/carts.ts";
import { aLocation, anItem, levelsOf, needs, stocked } from "../support/factories/inventory.ts";
import type { OrderOfOneLine } from "../support/factories/orders.ts";
import { aReturn, eventsOf, rowsOfOrder } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aMemberWith, aRole } from "../support/factories/team.ts";
import { withSentOrder } from "../support/fixtures/with-sent-order.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

const { it, shop, place, order, replaceOrder } = withSentOrder();

const pieces = (quantity = 1, lineId = order.lineId) => [{ item_id: lineId, quantity }];
const receive = (id: string, body: unknown = { items: pieces() }) =>
  shop.admin.post(`/admin/returns/${id}/receive`, body);

async function received(id: string, body?: unknown) {
  const { status, body: answer } = await receive(id, body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.return;
}

const shownOrder = async (id = order.id) => (await shop.admin.get(`/admin/orders/${id}`)).body.order;

describe("goods that arrive as they were announced", () => {
  it("are counted, put into stock and paid back", async () => {
    const back = await aReturn(shop, order, {
      return_shipping: { option_id: place.returnOptionId, price: 150 },
    });
    expect(await received(back.id)).toMatchObject({
      id: back.id,
      status: "received",
      refund_amount: 935,
      received_at: expect.any(String),
      swap: null,
      items: [{ quantity: 1, requested_quantity: 1, received_quantity: 1, is_requested: true }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(48);
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "partially_returned",
      payment_status: "captured",
      refunded_total: 935,
      refundable_amount: 3850 - 935,
      items: [{ returned_quantity: 1, refundable: 2200 }],
      refunds: [{ amount: 935, reason: "return" }],
      payments: [{ amount_refunded: 935 }],
    });
    expect(await eventsOf(shop, order.id, "order.items_returned")).toEqual([
      { id: order.id, return_id: back.id, no_notification: null },
    ]);
  });

  it("leave an order `returned` when all of them are back, also one after the other", async () => {
    await received((await aReturn(shop, order)).id);
    const rest = await aReturn(shop, order, { quantity: 2 });
    await received(rest.id, { items: pieces(2) });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "returned",
      payment_status: "captured",
      refunded_total: 3300,
      refundable_amount: 550,
    });
  });

  it("leave an order `refunded` when nothing of it is paid any more", async () => {
    const back = await aReturn(shop, order, { quantity: 3, refund: 3850 });
    await received(back.id, { items: pieces(3) });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "returned",
      payment_status: "refunded",
      refundable_amount: 0,
    });
  });

  it.each([
    ["less", 300, [{ amount: 300 }]],
    ["nothing", 0, []],
  ])("are paid back with %s when the shop says so", async (_, refund, refunds) => {
    const back = await aReturn(shop, order);
    expect(await received(back.id, { items: pieces(), refund })).toMatchObject({ refund_amount: refund });
    expect((await shownOrder()).refunds).toMatchObject(refunds);
    expect(await shownOrder()).toMatchObject({
      refunded_total: refund,
      fulfillment_status: "partially_returned",
    });
  });
});

describe("goods that differ from the return", () => {
  it("need a decision of the administrator, and nothing changes until then", async () => {
    const back = await aReturn(shop, order, { quantity: 2 });
    expect(await received(back.id, { items: pieces(1) })).toMatchObject({
      status: "requires_action",
      received_at: null,
      refund_amount: 2200,
      items: [{ quantity: 2, requested_quantity: 2, received_quantity: 1 }],
    });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "shipped",
      refunds: [],
      items: [{ returned_quantity: null }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(47);
    expect(await eventsOf(shop, order.id, "order.return_action_required")).toEqual([
      { id: order.id, return_id: back.id, no_notification: null },
    ]);

    expect(await received(back.id, { items: pieces(1), refund: 1000 })).toMatchObject({
      status: "received",
      refund_amount: 1000,
      items: [{ quantity: 1, requested_quantity: 2, received_quantity: 1, is_requested: false }],
    });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "partially_returned",
      refunded_total: 1000,
      items: [{ returned_quantity: 1 }],
    });
    // The piece that did not come can come back another time.
    expect((await aReturn(shop, order, { quantity: 2 })).status).toBe("requested");
  });

  it("can be more than was announced, but not more than was bought", async () => {
    const back = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(back.id, { items: pieces(4), refund: 0 }))).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    await received(back.id, { items: pieces(3), refund: 3300 });
    expect(await shownOrder()).toMatchObject({ fulfillment_status: "returned", refunded_total: 3300 });
  });

  it("can be received as they were announced after all", async () => {
    const back = await aReturn(shop, order, { quantity: 2 });
    await received(back.id, { items: pieces(1) });
    expect(await received(back.id, { items: pieces(2) })).toMatchObject({ status: "received" });
    expect(await shownOrder()).toMatchObject({ refunded_total: 2200, items: [{ returned_quantity: 2 }] });
  });
});

describe("a refund that is more than there is to give back", () => {
  it("marks the order for a check, with the goods in stock", async () => {
    const back = await aReturn(shop, order, { quantity: 3 });
    const { status } = await shop.admin.post(`/admin/orders/${order.id}/refund`, {
      amount: 3850,
      reason: "other",
    });
    expect(status).toBe(200);
    expect(await received(back.id, { items: pieces(3) })).toMatchObject({ status: "received" });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "requires_action",
      refunded_total: 3850,
      items: [{ returned_quantity: 3 }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(50);
    expect(await eventsOf(shop, order.id, "order.return_action_required")).toHaveLength(1);
    expect(await eventsOf(shop, order.id, "order.items_returned")).toEqual([]);
  });

  it("is so while nothing was captured", async () => {
    await replaceOrder({ isCaptured: false });
    await received((await aReturn(shop, order)).id);
    expect(await shownOrder()).toMatchObject({ fulfillment_status: "requires_action", refunds: [] });
  });

  it("is refused when the request asks for it", async () => {
    const back = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(back.id, { items: pieces(), refund: 3851 }))).toMatchObject({
      status: 400,
      type: "not_allowed",
      message: "Cannot refund more than the original payment",
    });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });
});

describe("a return that cannot be received", () => {
  it("was received or canceled before, or is not there", async () => {
    const [done, gone] = [await aReturn(shop, order), await aReturn(shop, order)];
    await received(done.id);
    await shop.admin.post(`/admin/returns/${gone.id}/cancel`);
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(done.id))).toEqual({
      status: 400,
      type: "not_allowed",
      message: `Return with id ${done.id} has already been received`,
    });
    expect(refused(await receive(gone.id))).toEqual({
      status: 400,
      type: "not_allowed",
      message: "Cannot receive a canceled return",
    });
    expect(refused(await receive("ret_x"))).toMatchObject({ status: 404, type: "not_found" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(await stockOfVariant(shop, order.variantId)).toBe(48);
  });

  it.each([
    ["no items", () => ({})],
    ["an empty list", () => ({ items: [] })],
    ["a line twice", () => ({ items: [...pieces(), ...pieces()] })],
    ["a line of nobody", () => ({ items: pieces(1, "item_x") })],
    ["no pieces", () => ({ items: pieces(0) })],
    ["a refund below zero", () => ({ items: pieces(), refund: -1 })],
    ["an unknown property", () => ({ items: pieces(), color: "red" })],
  ])("for %s changes nothing", async (_, body) => {
    const back = await aReturn(shop, order);
    const before = await rowsOfOrder(shop, order.id);
    expect(refused(await receive(back.id, body()))).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });
});

describe("goods that are returned and received at once", () => {
  it("are counted and put into stock; their money is given back by hand, as in v1", async () => {
    const back = await aReturn(shop, order, { quantity: 2, receive_now: true, refund: 300 });
    expect(back).toMatchObject({
      status: "received",
      refund_amount: 300,
      shipping_data: null,
      items: [{ received_quantity: 2 }],
    });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "shipped",
      payment_status: "captured",
      refunds: [],
      items: [{ returned_quantity: 2 }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(49);
    expect(await eventsOf(shop, order.id, "order.items_returned")).toHaveLength(1);
  });

  it("are refunded in the same request if it says so, once for each key", async () => {
    const path = `/admin/orders/${order.id}/return`;
    const body = { items: pieces(), receive_now: true, refund_now: true };
    const headers = { "idempotency-key": `at once ${order.id}` };
    const answers = [
      await shop.admin.post(path, body, { headers }),
      await shop.admin.post(path, body, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { returns, refunds, items } = (await shownOrder()) as never as {
      returns: { status: string; refund_amount: number }[];
      refunds: { amount: number }[];
      items: { returned_quantity: number }[];
    };
    expect(returns).toMatchObject([{ status: "received" }]);
    expect(refunds).toMatchObject([{ amount: returns[0]!.refund_amount, reason: "return" }]);
    expect(items).toMatchObject([{ returned_quantity: 1 }]);
    expect(await stockOfVariant(shop, order.variantId)).toBe(48);
    expect(await eventsOf(shop, order.id, "order.return_requested")).toHaveLength(1);
    expect(await eventsOf(shop, order.id, "order.items_returned")).toHaveLength(1);
  });

  it("are not refunded before they are here", async () => {
    const before = await rowsOfOrder(shop, order.id);
    const answer = await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: pieces(),
      refund_now: true,
    });
    expect(refused(answer)).toMatchObject({ status: 400, message: expect.stringContaining("refund_now") });
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
  });

  it("are received by users who may, and their refund is due without the permission to pay", async () => {
    const body = { items: pieces(), receive_now: true, refund_now: true };
    const path = `/admin/orders/${order.id}/return`;
    const { client: clerk } = await aMemberWith(shop, await aRole(shop, "orders:read", "returns:write"));
    expect((await clerk.post(path, body)).status).toBe(403);
    const role = await aRole(shop, "orders:read", "returns:write", "fulfillments:write");
    const { client: packer } = await aMemberWith(shop, role);
    expect((await packer.post(path, body)).status).toBe(200);
    const { body: due } = await shop.admin.get(`/admin/returns?refund_due=true&order_id=${order.id}`);
    expect(due.returns).toMatchObject([{ status: "received" }]);
  });

  it("can have come by a carrier", async () => {
    const details = { receive_now: true, return_shipping: { option_id: place.returnOptionId } };
    expect(await aReturn(shop, order, details)).toMatchObject({ status: "received", shipping_data: {} });
  });
});

describe("goods that come back for others", () => {
  const aSwap = async () => {
    const { status, body } = await shop.admin.post(`/admin/orders/${order.id}/swaps`, {
      return_items: pieces(),
      additional_items: [{ variant_id: order.variantId, quantity: 1 }],
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.order.swaps.at(-1);
  };

  it("are counted, but paid for with the swap", async () => {
    const { id, return_order: back } = await aSwap();
    expect(await received(back.id)).toMatchObject({ status: "received", order_id: null, swap: { id } });
    expect(await shownOrder()).toMatchObject({
      fulfillment_status: "shipped",
      refunds: [],
      items: [{ returned_quantity: 1 }],
    });
    expect(await stockOfVariant(shop, order.variantId)).toBe(48);
    expect(await eventsOf(shop, id, "swap.received")).toEqual([
      { id, order_id: order.id, no_notification: null },
    ]);
    expect(refused(await receive(back.id))).toMatchObject({ status: 400, type: "not_allowed" });
  });

  it("cannot come back with another return, until the one of the swap is canceled", async () => {
    const { return_order: back } = await aSwap();
    const asked = await shop.admin.post(`/admin/orders/${order.id}/return`, { items: pieces(3) });
    expect(asked.status).toBe(200);
    const [own] = asked.body.order.returns.filter(({ id }: { id: string }) => id !== back.id);
    const receive = () => shop.admin.post(`/admin/returns/${own.id}/receive`, { items: pieces(3) });
    expect(refused(await receive())).toMatchObject({ status: 400, type: "not_allowed" });
    const canceled = await shop.admin.post(`/admin/returns/${back.id}/cancel`);
    expect(canceled.body.order).toMatchObject({ id: order.id });
    expect((await receive()).status).toBe(200);
  });
});

describe("stock that is counted by location", () => {
  let [here, there] = ["", ""];
  let [itemId, variantId] = ["", ""];

  /** Two locations with ten pieces each; the order was sent from the second one. */
  it.beforeEach(async () => {
    variantId = await aSoldVariant(shop, { stock: 0 });
    itemId = (await anItem(shop)).id;
    [here, there] = [(await aLocation(shop)).id, (await aLocation(shop)).id];
    const { body } = await shop.admin.get("/admin/store");
    const channel = body.store.default_sales_channel_id;
    for (const location_id of [here, there]) {
      await shop.admin.post(`/admin/sales-channels/${channel}/stock-locations`, { location_id });
      await stocked(shop, itemId, location_id, 10);
    }
    await shop.db.run({
      text: "delete from product_variant_inventory_item where variant_id = $1",
      values: [variantId],
    });
    await needs(shop, variantId, itemId, 2);
  });

  const replaceBySale = (isSent = true) => replaceOrder({ variantId, locationId: there, isSent });
  const at = async (location: string) => (await levelsOf(shop, itemId))[location]![0];
  /** The reserved quantity of its line, by the reservations and by the levels. */
  const reservedOf = async ({ lineId }: OrderOfOneLine) => {
    const [found] = await shop.db.run<{ rows: number; levels: number }>({
      text: `select (select coalesce(sum(quantity), 0) from reservation_item
          where line_item_id = $1 and deleted_at is null) as rows,
        (select sum(reserved_quantity) from inventory_level where inventory_item_id = $2) as levels`,
      values: [lineId, itemId],
    });
    return found!;
  };

  it("grows where the goods were sent from", async () => {
    await replaceBySale();
    await received((await aReturn(shop, order)).id);
    expect([await at(here), await at(there)]).toEqual([10, 12]);
  });

  it("grows at the location of the request", async () => {
    await replaceBySale();
    await received((await aReturn(shop, order, { location_id: here })).id);
    expect([await at(here), await at(there)]).toEqual([12, 10]);
    const back = await aReturn(shop, order, { location_id: here });
    expect(await received(back.id, { items: pieces(), location_id: there })).toMatchObject({
      location_id: there,
    });
    expect([await at(here), await at(there)]).toEqual([12, 12]);
  });

  it("does not grow by pieces that never left, which are no longer reserved", async () => {
    await replaceBySale(false);
    const before = await reservedOf(order);
    await received((await aReturn(shop, order)).id);
    expect([await at(here), await at(there)]).toEqual([10, 10]);
    const after = await reservedOf(order);
    expect({ rows: before.rows - after.rows, levels: before.levels - after.levels }).toEqual({
      rows: 2,
      levels: 2,
    });
  });

  it("does not change, and no refund is made, at an unknown location or one without the item", async () => {
    await replaceBySale();
    const back = await aReturn(shop, order);
    const { id: empty } = await aLocation(shop);
    const before = await rowsOfOrder(shop, order.id);
    for (const location_id of ["sloc_x", empty]) {
      for (const money of [{}, { refund: 0 }, { refund: 500 }]) {
        expect(refused(await receive(back.id, { items: pieces(), location_id, ...money }))).toMatchObject({
          status: 404,
          type: "not_found",
        });
      }
    }
    expect(await rowsOfOrder(shop, order.id)).toEqual(before);
    expect(await shownOrder()).toMatchObject({ refunded_total: 0 });
    expect([await at(here), await at(there)]).toEqual([10, 10]);
  });
});
