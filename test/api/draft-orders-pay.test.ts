import { describe, expect } from "vitest";
import { aPlace, openSessions, type Place } from "../support/factories/carts.ts";
import { atOnce, ownStock, tally, theValue } from "../support/factories/checkout.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import {
  aDraft,
  bookedFor,
  readDraft,
  rowsOfDraft,
  type ShownDraft,
} from "../support/factories/draft-orders.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { outsideWorld } from "../support/services/outside-world.ts";

const outside = outsideWorld();
let place: Place;
let optionId: string;
const { it, shop } = withShop(() => startShop({}, { providers: outside.registry }));
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["manual", "card"] });
  optionId = (await anOption(shop, place.id)).id;
});
it.beforeEach(() => {
  outside.payment.forget();
  outside.tax.forget();
});

const draftOf = (variantId: string, quantity = 1, details: object = {}) =>
  aDraft(
    shop.admin,
    {
      regionId: place.id,
      items: [
        { variant_id: variantId, quantity },
        { title: "Wrap", unit_price: 90, quantity: 1 },
      ],
      shipping: [{ option_id: optionId, price: 250 }],
    },
    details,
  );

const pay = (draft: ShownDraft) => shop.admin.post(`/admin/draft-orders/${draft.id}/pay`);
const complete = (draft: ShownDraft) => shop.visitor().post(`/store/carts/${draft.cart_id}/complete`);

async function expectUnchanged(draft: ShownDraft, work: () => Promise<unknown>): Promise<void> {
  const before = await rowsOfDraft(shop, draft);
  await work();
  expect(await rowsOfDraft(shop, draft)).toEqual(before);
}

describe("a draft order that is marked as paid", () => {
  it("is an order whose money is there", async () => {
    const draft = await draftOf(await aSoldVariant(shop), 2, {
      no_notification_order: true,
      metadata: { source: "phone" },
    });
    const { status, body } = await pay(draft);
    expect(status).toBe(200);
    const { order } = body;
    expect(order).toMatchObject({
      object: "order",
      status: "pending",
      fulfillment_status: "not_fulfilled",
      payment_status: "captured",
      draft_order_id: draft.id,
      cart_id: draft.cart_id,
      email: draft.cart.email,
      no_notification: true,
      metadata: { source: "phone" },
      subtotal: 2090,
      shipping_total: 250,
      tax_total: 225,
      total: 2565,
      paid_total: 2565,
      refundable_amount: 2565,
      payments: [{ provider_id: "system", amount: 2565, captured_at: expect.any(String), data: {} }],
      items: [
        { quantity: 2, tax_lines: [{ rate: 10 }] },
        { title: "Wrap", tax_lines: [], variant: null },
      ],
      shipping_methods: [{ price: 250, tax_lines: [{ rate: 10 }] }],
    });
    expect(order).not.toHaveProperty("sales_channel");
    expect(await readDraft(shop.admin, draft.id)).toMatchObject({
      status: "completed",
      order_id: order.id,
      order: { object: "order", id: order.id },
      cart: {
        completed_at: expect.any(String),
        payment: { order_id: order.id },
        payment_session: { provider_id: "system", status: "authorized", amount: 2565 },
      },
    });
    const told = { id: order.id, no_notification: true };
    expect(await eventsAbout(shop, order.id)).toEqual([
      { name: "order.placed", data: told },
      { name: "order.payment_captured", data: told },
    ]);
    const { body: read } = await shop.admin.get(`/admin/orders/${order.id}?expand=draft_order`);
    expect(read.order.draft_order).toMatchObject({ id: draft.id, status: "completed" });
  });

  it("needs no payment where there is nothing to pay", async () => {
    const draft = await aDraft(shop.admin, { regionId: place.id, items: [{ title: "Gift", quantity: 1 }] });
    const { status, body } = await pay(draft);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ payment_status: "captured", total: 0, payments: [] });
  });

  it("counts the use of its discounts, and is refused when they are used up", async () => {
    const { id, code } = await aDiscount(shop, place.id, { usage_limit: 1 });
    const variantId = await aSoldVariant(shop);
    const details = { discounts: [{ code }] };
    const [first, second] = [await draftOf(variantId, 1, details), await draftOf(variantId, 1, details)];
    expect((await pay(first)).body.order.discount_total).toBe(100);
    expect(await theValue(shop, "select usage_count from discount where id = $1", id)).toBe(1);
    await expectUnchanged(second, async () => {
      const { status, body } = await pay(second);
      expect({ status, code: body.code }).toEqual({ status: 409, code: "discount_usage_limit" });
    });
  });

  it("leaves stock at locations to the merchant until it is fulfilled, as v1 does, also where there is not enough", async () => {
    const { variantId, itemId } = await aVariantAtLocation(shop, 3);
    const ofLevel = (column: string) =>
      theValue(shop, `select sum(${column}) from inventory_level where inventory_item_id = $1`, itemId);
    const [first, second] = [await draftOf(variantId, 2), await draftOf(variantId, 2)];
    const { body } = await pay(first);
    expect((await pay(second)).status).toBe(200);
    expect(Number(await ofLevel("reserved_quantity"))).toBe(0);
    const location_id = await theValue(
      shop,
      "select location_id from inventory_level where inventory_item_id = $1",
      itemId,
    );
    const items = [{ item_id: body.order.items[0].id, quantity: 2 }];
    const packed = await shop.admin.post(`/admin/orders/${body.order.id}/fulfillment`, {
      items,
      location_id,
    });
    expect(packed.status).toBe(200);
    expect([Number(await ofLevel("stocked_quantity")), Number(await ofLevel("reserved_quantity"))]).toEqual([
      1, 0,
    ]);
  });

  it("leaves variants' own quantities to the merchant, also when it is canceled", async () => {
    const variantId = await aSoldVariant(shop, { stock: 5 });
    const { body } = await pay(await draftOf(variantId, 2));
    expect(await ownStock(shop, variantId)).toBe(5);
    const canceled = await shop.admin.post(`/admin/orders/${body.order.id}/cancel`);
    expect(canceled.body.order.status).toBe("canceled");
    expect(await ownStock(shop, variantId)).toBe(5);
  });

  it("gives money back like any other", async () => {
    const { body } = await pay(await draftOf(await aSoldVariant(shop)));
    const refunded = await shop.admin.post(`/admin/orders/${body.order.id}/refund`, {
      amount: 100,
      reason: "other",
    });
    expect(refunded.body.order).toMatchObject({ payment_status: "partially_refunded", refunded_total: 100 });
  });

  it("closes payments that the customer had begun", async () => {
    const draft = await draftOf(await aSoldVariant(shop));
    await openSessions(shop.visitor(), draft.cart_id);
    await shop.visitor().post(`/store/carts/${draft.cart_id}/payment-session`, { provider_id: "card" });
    expect((await pay(draft)).status).toBe(200);
    expect(outside.payment.asked.at(-1)).toMatchObject({ kind: "delete", provider: "card" });
    const { cart } = await readDraft(shop.admin, draft.id);
    expect(cart.payment_sessions).toMatchObject([{ provider_id: "system" }]);
  });

  it("has taxes also where the region shows none before", async () => {
    const slow = await aPlace(shop, { tax_rate: 20 });
    await shop.admin.post(`/admin/regions/${slow.id}`, {
      automatic_taxes: false,
      tax_provider_id: "outside-tax",
    });
    const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
    const draft = await aDraft(shop.admin, { regionId: slow.id, items });
    expect(draft.cart.tax_total).toBe(0);
    expect((await pay(draft)).body.order).toMatchObject({ tax_total: 70, total: 1070, paid_total: 1070 });
  });

  it("is refused without goods, and when it is gone", async () => {
    const empty = await aDraft(shop.admin, { regionId: place.id });
    await expectUnchanged(empty, async () => expect((await pay(empty)).status).toBe(400));
    await shop.admin.delete(`/admin/draft-orders/${empty.id}`);
    expect((await pay(empty)).status).toBe(404);
  });
});

describe("a completed draft order", () => {
  it("refuses another payment and every change", async () => {
    const draft = await draftOf(await aSoldVariant(shop));
    await pay(draft);
    const [line] = draft.cart.items;
    const url = `/admin/draft-orders/${draft.id}`;
    await expectUnchanged(draft, async () => {
      expect(await pay(draft)).toMatchObject({ status: 422, body: { type: "duplicate_error" } });
      const refusal = {
        status: 400,
        body: { type: "not_allowed", message: "You are only allowed to update open draft orders" },
      };
      for (const answer of [
        await shop.admin.post(url, { email: "late@example.com" }),
        await shop.admin.post(`${url}/line-items`, { title: "Late", quantity: 1 }),
        await shop.admin.post(`${url}/line-items/${line!.id}`, { quantity: 9 }),
        await shop.admin.delete(`${url}/line-items/${line!.id}`),
      ]) {
        expect(answer).toMatchObject(refusal);
      }
      expect(await shop.admin.delete(url)).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    });
  });

  it("may have been completed by the customer, who pays in the storefront", async () => {
    const variantId = await aSoldVariant(shop, { stock: 5 });
    const draft = await draftOf(variantId, 2, { no_notification_order: true });
    await openSessions(shop.visitor(), draft.cart_id);
    await shop.visitor().post(`/store/carts/${draft.cart_id}/payment-session`, { provider_id: "manual" });
    const { status, body } = await complete(draft);
    expect({ status, type: body.type }).toEqual({ status: 200, type: "order" });
    expect(body.data).toMatchObject({ payment_status: "awaiting", draft_order_id: draft.id, total: 2565 });
    expect(await readDraft(shop.admin, draft.id)).toMatchObject({
      status: "completed",
      order_id: body.data.id,
    });
    const [placed] = await eventsAbout(shop, body.data.id);
    expect(placed).toMatchObject({ name: "order.placed", data: { no_notification: true } });
    expect(await ownStock(shop, variantId)).toBe(3);
    expect((await pay(draft)).status).toBe(422);
  });
});

describe("a draft order that several people pay at once", () => {
  it("is one order: one request creates it, the others get that it is paid", async () => {
    const draft = await draftOf(await aSoldVariant(shop));
    const answers = await atOnce(20, () => pay(draft));
    expect(tally(answers)).toEqual({ 200: 1, "422 invalid_request_error": 19 });
    expect(await bookedFor(shop, draft.cart_id)).toEqual([
      {
        id: answers.find(({ status }) => status === 200)!.body.order.id,
        payment_status: "captured",
        draft_order_id: draft.id,
        payments: 1,
        paid: 1465,
        placed: 1,
        captured: 1,
      },
    ]);
  });

  it("is one order, also when the customer completes it at the same moment", async () => {
    for (const _ of [1, 2, 3]) {
      const draft = await draftOf(await aSoldVariant(shop));
      await openSessions(shop.visitor(), draft.cart_id);
      await shop.visitor().post(`/store/carts/${draft.cart_id}/payment-session`, { provider_id: "manual" });
      const answers = await atOnce(10, (index) => (index % 2 === 0 ? pay(draft) : complete(draft)));
      for (const { status } of answers) expect(status).toBeLessThan(500);
      const orders = await bookedFor(shop, draft.cart_id);
      expect(orders).toMatchObject([{ draft_order_id: draft.id, paid: 1465, placed: 1 }]);
      expect(await readDraft(shop.admin, draft.id)).toMatchObject({
        status: "completed",
        order_id: orders[0]!["id"],
      });
    }
  });

  it("is either deleted or paid", async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      const draft = await draftOf(await aSoldVariant(shop));
      const [paid, deleted] = await Promise.all([
        pay(draft),
        shop.admin.delete(`/admin/draft-orders/${draft.id}`),
      ]);
      const orders = await bookedFor(shop, draft.cart_id);
      expect([paid.status === 200, deleted.status === 200].filter(Boolean)).toHaveLength(1);
      expect(orders).toHaveLength(paid.status === 200 ? 1 : 0);
    }
  });
});
