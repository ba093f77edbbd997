import { describe, expect } from "vitest";
import { aDiscount } from "../support/factories/discounts.ts";
import { aPackedOrder, type OrderOfOneLine } from "../support/factories/orders.ts";
import { aReturnPlace, newestReturn, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aSwap, swapRowsOf } from "../support/factories/swaps.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: ReturnPlace;
/** Sells for 25.00. */
let coat: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  coat = await aSoldVariant(shop, { price: 2500 });
});

const anOrder = (details: Record<string, unknown> = {}): Promise<OrderOfOneLine> =>
  aPackedOrder(shop, { place, ...details });

const preview = (order: OrderOfOneLine, exchange: Record<string, unknown> = {}) =>
  shop.admin.post(`/admin/orders/${order.id}/exchange-preview`, {
    return_items: [{ item_id: order.lineId, quantity: 1 }],
    ...exchange,
  });

const countOfEvents = async () =>
  (await shop.db.run({ text: "select count(*) as events from tradewind.event", values: [] })) as unknown;

describe("a preview of a return", () => {
  it("is what the return refunds, less the return shipping", async () => {
    const order = await anOrder();
    const shipping = { return_shipping: { option_id: place.returnOptionId, price: 200 } };
    const { status, body } = await preview(order, shipping);
    expect(status, JSON.stringify(body)).toBe(200);
    const { preview: shown } = body;
    expect(shown.refund_amount).toBe(shown.returned_total - shown.return_shipping_total);
    expect(shown.returned_items).toEqual([
      { item_id: order.lineId, quantity: 1, value: shown.returned_total },
    ]);
    await shop.admin.post(`/admin/orders/${order.id}/return`, {
      items: [{ item_id: order.lineId, quantity: 1 }],
      ...shipping,
    });
    expect((await newestReturn(shop.admin, order.id)).refund_amount).toBe(shown.refund_amount);
  });

  it("is refused for a line of another order, and for more pieces than there are", async () => {
    const [order, other] = [await anOrder(), await anOrder()];
    const before = await swapRowsOf(shop, order.id);
    const foreign = await preview(order, { return_items: [{ item_id: other.lineId, quantity: 1 }] });
    expect(foreign.status).toBe(404);
    const many = await preview(order, { return_items: [{ item_id: order.lineId, quantity: 1000 }] });
    expect(many.status).toBe(400);
    expect(await swapRowsOf(shop, order.id)).toEqual(before);
  });

  it("is for users only", async () => {
    const order = await anOrder();
    const { status } = await shop.visitor().post(`/admin/orders/${order.id}/exchange-preview`, {
      return_items: [{ item_id: order.lineId, quantity: 1 }],
    });
    expect(status).toBe(401);
  });
});

describe("a preview of a swap", () => {
  it("has the difference of the swap's cart, and leaves nothing behind", async () => {
    const order = await anOrder();
    const before = { rows: await swapRowsOf(shop, order.id), events: await countOfEvents() };
    const { status, body } = await preview(order, { additional_items: [{ variant_id: coat, quantity: 1 }] });
    expect(status, JSON.stringify(body)).toBe(200);
    expect({ rows: await swapRowsOf(shop, order.id), events: await countOfEvents() }).toEqual(before);
    expect(body.preview.additional_items).toMatchObject([{ variant_id: coat, quantity: 1, total: 2750 }]);
    const swap = await aSwap(shop, order, { variantId: coat });
    const shown = await shop.admin.get(`/admin/swaps/${swap.id}`);
    expect(body.preview.difference_due).toBe(shown.body.swap.cart.total);
    expect(body.preview.difference_due).toBe(2750 - body.preview.returned_total);
  });

  it("counts the discounts of the order", async () => {
    const { code } = await aDiscount(shop, place.id, {
      rule: { type: "percentage", value: 10, allocation: "total" },
    });
    const order = await anOrder({ discounts: [{ code }] });
    const { body } = await preview(order, { additional_items: [{ variant_id: coat, quantity: 1 }] });
    const swap = await aSwap(shop, order, { variantId: coat });
    const shown = await shop.admin.get(`/admin/swaps/${swap.id}`);
    expect(body.preview.difference_due).toBe(shown.body.swap.cart.total);
  });
});

describe("lists for an inbox", () => {
  it("swaps by their states, with their orders", async () => {
    const order = await anOrder();
    const swap = await aSwap(shop, order, { variantId: coat });
    const waiting = await shop.admin.get(
      `/admin/swaps?payment_status[]=not_paid&order_id=${order.id}&expand=order`,
    );
    expect(waiting.body).toMatchObject({ count: 1, swaps: [{ id: swap.id, order: { id: order.id } }] });
    const paid = await shop.admin.get(`/admin/swaps?payment_status[]=captured&order_id=${order.id}`);
    expect(paid.body).toMatchObject({ count: 0, swaps: [] });
  });

  it("claims by their types and states, with their orders", async () => {
    const order = await anOrder();
    await shop.admin.post(`/admin/orders/${order.id}/claims`, {
      type: "replace",
      claim_items: [{ item_id: order.lineId, quantity: 1, reason: "wrong_item" }],
      additional_items: [{ variant_id: coat, quantity: 1 }],
    });
    const of = (query: string) => shop.admin.get(`/admin/claims?order_id=${order.id}&${query}`);
    const { status, body } = await of("type[]=replace&fulfillment_status[]=not_fulfilled");
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, claims: [{ type: "replace", order: { id: order.id } }] });
    expect((await of("type[]=refund")).body).toMatchObject({ count: 0, claims: [] });
    expect((await of("type[]=gift")).status).toBe(400);
  });
});
