import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import type { Answer } from "../support/clients/client.ts";
import { refused } from "../support/factories/carts.ts";
import {
  aBoughtOrder,
  consignmentRows,
  packs,
  path,
  readOrder,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { levelsOf } from "../support/factories/inventory.ts";
import { editIn } from "../support/factories/order-edits.ts";
import { aReturnPlace, newestReturn, type ReturnPlace, rowsOfOrder } from "../support/factories/returns.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aStockedVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { LedgerPayment } from "../support/services/ledger-payment.ts";
import { Gate } from "../support/services/outside-world.ts";
import { ParcelCarrier } from "../support/services/parcel-carrier.ts";

const parcels = new ParcelCarrier();
const ledger = new LedgerPayment();
const providers = new ProviderRegistry();
providers.fulfillment.add(parcels);
providers.payment.add(ledger);

let place: ReturnPlace;
let byParcel: string;
let channelId: string;
let warehouse: string;
const { it, shop } = withShop(() => startShop({}, { providers }));
it.beforeAll(async () => {
  place = await aReturnPlace(shop, {
    fulfillment_providers: ["manual", "parcels"],
    payment_providers: ["ledger"],
    tax_rate: 0,
  });
  byParcel = (await anOption(shop, place.id, { provider_id: "parcels", data: { id: "parcel" } })).id;
  ({ id: warehouse, channelId } = await aSellingLocation(shop));
});

/** An order of pieces for 10.00 each, of ten in the warehouse. */
async function bought(quantity: number) {
  const { variantId, itemId } = await aStockedVariant(shop, { [warehouse]: 10 });
  const order = await aBoughtOrder(shop, {
    place,
    optionIds: [byParcel],
    items: [{ variantId, quantity }],
    channelId,
  });
  return { order, variantId, itemId, lineId: order.items[0]!.id };
}

const capture = async (order: ShownOrder) => shownOrderIn(await shop.admin.post(path(order.id, "capture")));
const fulfill = (order: ShownOrder, quantity: number, lineId = order.items[0]!.id) =>
  shop.admin.post(path(order.id, "fulfillment"), packs([lineId, quantity]));
const shipped = (order: ShownOrder, fulfillmentId: string) =>
  shop.admin.post(path(order.id, "shipment"), { fulfillment_id: fulfillmentId });

async function sendBack(order: ShownOrder, quantity: number): Promise<Answer> {
  const items = [{ item_id: order.items[0]!.id, quantity }];
  shownOrderIn(await shop.admin.post(path(order.id, "return"), { items }));
  const { id } = await newestReturn(shop.admin, order.id);
  return shop.admin.post(`/admin/returns/${id}/receive`, { items });
}

async function expectRefusal(order: ShownOrder, send: () => Promise<Answer>, status = 400) {
  const rows = async () => [await consignmentRows(shop, order.id), await rowsOfOrder(shop, order.id)];
  const before = await rows();
  expect(refused(await send()).status).toBe(status);
  expect(await rows()).toEqual(before);
}

describe("pieces that were returned before they were sent", () => {
  it("are not packed any more; the others are, and then everything is fulfilled", async () => {
    const { order, itemId } = await bought(3);
    await capture(order);
    expect((await sendBack(order, 2)).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 1] });
    await expectRefusal(order, () => fulfill(order, 3));
    await expectRefusal(order, () => fulfill(order, 2));
    const packed = shownOrderIn(await fulfill(order, 1));
    expect(packed.fulfillment_status).toBe("fulfilled");
    await expectRefusal(order, () => fulfill(order, 1));
    const sent = shownOrderIn(await shipped(order, packed.fulfillments[0]!.id));
    expect(sent.fulfillment_status).toBe("shipped");
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [9, 0] });
  });

  it("are not counted again when the sent ones come back: those are in stock then", async () => {
    const { order, itemId } = await bought(2);
    await capture(order);
    await sendBack(order, 1);
    shownOrderIn(await fulfill(order, 1));
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [9, 0] });
    expect((await sendBack(order, 1)).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 0] });
    await expectRefusal(order, () => fulfill(order, 1));
  });

  it("are not reserved again", async () => {
    const { order, itemId, lineId } = await bought(2);
    await capture(order);
    await sendBack(order, 1);
    const again = { line_item_id: lineId, inventory_item_id: itemId, location_id: warehouse, quantity: 1 };
    await expectRefusal(order, () => shop.admin.post("/admin/reservations", again));
    await expectRefusal(order, () => shop.admin.post(path(order.id, `line-items/${lineId}/reserve`), {}));
  });

  it("stay in the order with the shipped ones after any edit", async () => {
    const { order, itemId } = await bought(4);
    await capture(order);
    await sendBack(order, 1);
    shownOrderIn(await fulfill(order, 1));
    const edit = editIn(await shop.admin.post("/admin/order-edits", { order_id: order.id }));
    const at = `/admin/order-edits/${edit.id}`;
    const [line] = edit.items;
    expect((await shop.admin.post(`${at}/items/${line!.id}`, { quantity: 1 })).status).toBe(200);
    await expectRefusal(order, () => shop.admin.post(`${at}/confirm`));
    expect((await shop.admin.post(`${at}/items/${line!.id}`, { quantity: 3 })).status).toBe(200);
    expect((await shop.admin.post(`${at}/confirm`)).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [9, 1] });
    const now = await readOrder(shop, order.id);
    await expectRefusal(now, () => fulfill(now, 2));
    expect(shownOrderIn(await fulfill(now, 1)).fulfillment_status).toBe("fulfilled");
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [8, 0] });
  });
});

describe("pieces that came back out of a parcel", () => {
  it("are not shipped with it, nor is it canceled", async () => {
    const { order, itemId } = await bought(2);
    await capture(order);
    const { fulfillments } = shownOrderIn(await fulfill(order, 2));
    expect((await sendBack(order, 2)).status).toBe(200);
    await expectRefusal(order, () => shipped(order, fulfillments[0]!.id));
    await expectRefusal(order, () =>
      shop.admin.post(path(order.id, `fulfillments/${fulfillments[0]!.id}/cancel`)),
    );
    await expectRefusal(order, () => fulfill(order, 1));
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 0] });
  });

  it("cannot be claimed: the customer does not have them", async () => {
    const { order, lineId } = await bought(2);
    await capture(order);
    shownOrderIn(await fulfill(order, 2));
    await sendBack(order, 1);
    const claim = (quantity: number) =>
      shop.admin.post(path(order.id, "claims"), {
        type: "refund",
        refund_amount: 100,
        claim_items: [{ item_id: lineId, quantity, reason: "other" }],
      });
    await expectRefusal(order, () => claim(2));
    expect((await claim(1)).status).toBe(200);
  });

  it("wait until it is known whether the carrier takes them: else they would be in stock twice", async () => {
    const { order, itemId } = await bought(1);
    await capture(order);
    parcels.gate = new Gate();
    const { gate } = parcels;
    const packing = fulfill(order, 1);
    await gate.reached;
    parcels.gate = null;
    expect((await sendBack(order, 1)).status).toBe(409);
    parcels.refusal = "no";
    gate.letGo();
    expect((await packing).status).toBe(400);
    parcels.forget();
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    const { id } = await newestReturn(shop.admin, order.id);
    expect((await shop.admin.post(`/admin/returns/${id}/receive`, { items })).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [warehouse]: [10, 0] });
    await expectRefusal(order, () => fulfill(order, 1));
  });
});

describe("pieces that were returned before they were paid", () => {
  const entryOf = async ({ id }: ShownOrder) => {
    const { body } = await shop.admin.get(`/admin/orders/${id}`);
    return body.order.payments[0] as {
      id: string;
      amount: number;
      captured_at: string | null;
      data: { id: string };
    };
  };
  const taken = async (order: ShownOrder) =>
    ledger
      .movedOf((await entryOf(order)).data.id)
      .filter(({ kind }) => kind === "capture")
      .reduce((sum, { amount }) => sum + amount, 0);

  it("are not captured afterwards", async () => {
    const { order } = await bought(3);
    const { amount } = await entryOf(order);
    expect((await sendBack(order, 2)).status).toBe(200);
    await capture(order);
    expect(await taken(order)).toBe(amount - 2000);
    expect(await entryOf(order)).toMatchObject({ amount: amount - 2000, captured_at: expect.any(String) });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(body.order).toMatchObject({
      payment_status: "captured",
      paid_total: amount - 2000,
      refundable_amount: amount - 2000,
    });
    // Nothing of it can be given back: it was never there.
    await expectRefusal(order, () =>
      shop.admin.post(path(order.id, "refund"), { amount: amount - 1999, reason: "other" }),
    );
  });

  it("are not captured when the goods were received with the request either, nor by the payment's own route", async () => {
    const { order } = await bought(2);
    const { id, amount } = await entryOf(order);
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    shownOrderIn(await shop.admin.post(path(order.id, "return"), { items, receive_now: true }));
    expect((await shop.admin.post(`/admin/payments/${id}/capture`)).status).toBe(200);
    expect(await taken(order)).toBe(amount - 1000);
  });

  it("let the payment go when nothing else was to be paid", async () => {
    const { order } = await bought(1);
    const { amount } = await entryOf(order);
    const items = [{ item_id: order.items[0]!.id, quantity: 1 }];
    shownOrderIn(await shop.admin.post(path(order.id, "return"), { items, refund: amount }));
    const { id } = await newestReturn(shop.admin, order.id);
    expect((await shop.admin.post(`/admin/returns/${id}/receive`, { items })).status).toBe(200);
    const after = await shop.admin.post(path(order.id, "capture"));
    expect(after.body.order).toMatchObject({ payment_status: "canceled" });
    expect(await taken(order)).toBe(0);
    expect(await entryOf(order)).toMatchObject({ captured_at: null, canceled_at: expect.any(String) });
  });
});
