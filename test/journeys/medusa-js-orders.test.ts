import * as medusaJs from "@medusajs/medusa-js";
import { describe, expect } from "vitest";
import { anOrder } from "../support/factories/orders.ts";
import { aReturnPlace, type ReturnPlace } from "../support/factories/returns.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: ReturnPlace;
// The client's types come from the old server, which is not installed.
// biome-ignore lint/suspicious/noExplicitAny: see above
let medusa: any;

const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aReturnPlace(shop);
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const Medusa = medusaJs.default as any;
  const { access_token: token } = await new Medusa({
    baseUrl: shop.baseUrl,
    maxRetries: 0,
  }).admin.auth.getToken(ADMIN);
  medusa = new Medusa({
    baseUrl: shop.baseUrl,
    maxRetries: 0,
    customHeaders: { Authorization: `Bearer ${token}` },
  });
});

const bought = async (quantity: number) => {
  const variantId = await aSoldVariant(shop, { stock: 50, price: 1000 });
  const { id } = await anOrder(shop.visitor(), { place, variantId, quantity, optionId: place.optionId });
  const { order } = await medusa.admin.orders.retrieve(id);
  return { order, variantId, lineId: order.items[0].id as string };
};

describe("the client that Medusa shops use", () => {
  it("walks an order through payment, fulfilment, shipment and a partial return with its refund", async () => {
    const { order, lineId } = await bought(3);
    const paid = await medusa.admin.orders.capturePayment(order.id);
    expect(paid.order.payment_status).toBe("captured");

    const packed = await medusa.admin.orders.createFulfillment(order.id, {
      items: [{ item_id: lineId, quantity: 3 }],
    });
    expect(packed.order.fulfillment_status).toBe("fulfilled");
    const sent = await medusa.admin.orders.createShipment(order.id, {
      fulfillment_id: packed.order.fulfillments[0].id,
      tracking_numbers: ["TRACK-1"],
    });
    expect(sent.order.fulfillment_status).toBe("shipped");
    expect(sent.order.fulfillments[0].tracking_links[0].tracking_number).toBe("TRACK-1");

    const asked = await medusa.admin.orders.requestReturn(order.id, {
      items: [{ item_id: lineId, quantity: 1 }],
      return_shipping: { option_id: place.returnOptionId, price: 200 },
    });
    const [back] = asked.order.returns;
    const received = await medusa.admin.returns.receive(back.id, {
      items: [{ item_id: lineId, quantity: 1 }],
    });
    expect(received.return.status).toBe("received");
    const { order: after } = await medusa.admin.orders.retrieve(order.id);
    expect(after.fulfillment_status).toBe("partially_returned");
    expect(after.refunded_total).toBe(received.return.refund_amount);
    expect(after.refunded_total).toBeGreaterThan(0);
    expect(after.refundable_amount).toBe(after.paid_total - after.refunded_total);
    expect(after.items[0].returned_quantity).toBe(1);
    await expect(
      medusa.admin.orders.refundPayment(order.id, { amount: after.refundable_amount + 1, reason: "other" }),
    ).rejects.toMatchObject({ response: { status: 400 } });
  });

  it("edits an order, has the customer agree, and asks for the difference", async () => {
    const { order, variantId, lineId } = await bought(1);
    const { order_edit: edit } = await medusa.admin.orderEdits.create({ order_id: order.id });
    await medusa.admin.orderEdits.addLineItem(edit.id, { variant_id: variantId, quantity: 2 });
    const { order_edit: grown } = await medusa.admin.orderEdits.retrieve(edit.id);
    expect(grown.difference_due).toBe(2200);
    const { order_edit: requested } = await medusa.admin.orderEdits.requestConfirmation(edit.id);
    expect(requested).toMatchObject({ status: "requested", payment_collection_id: expect.any(String) });
    await medusa.admin.paymentCollections.markAsAuthorized(requested.payment_collection_id);
    const { order_edit: agreed } = await medusa.orderEdits.complete(edit.id);
    expect(agreed.status).toBe("confirmed");
    const { order: after } = await medusa.admin.orders.retrieve(order.id);
    expect(after.total).toBe(order.total + 2200);
    expect(after.items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0)).toBe(
      3,
    );
    // As in v1, the lines of the edit have taken the place of the order's own.
    expect(after.items.map((line: { original_item_id: string | null }) => line.original_item_id)).toContain(
      lineId,
    );
  });

  it("takes an edit back, and cancels an order that was not sent", async () => {
    const { order, lineId } = await bought(2);
    const { order_edit: edit } = await medusa.admin.orderEdits.create({ order_id: order.id });
    const { order_edit: copied } = await medusa.admin.orderEdits.retrieve(edit.id);
    expect(copied.items).toHaveLength(1);
    await medusa.admin.orderEdits.removeLineItem(edit.id, copied.items[0].id);
    await medusa.admin.orderEdits.requestConfirmation(edit.id);
    const { order_edit: declined } = await medusa.orderEdits.decline(edit.id, { declined_reason: "no" });
    expect(declined.status).toBe("declined");
    const { order: canceled } = await medusa.admin.orders.cancel(order.id);
    expect(canceled).toMatchObject({ status: "canceled", payment_status: "canceled" });
    expect(canceled.items[0]).toMatchObject({ id: lineId, quantity: 2 });
  });
});
