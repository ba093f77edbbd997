import { describe, expect } from "vitest";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { aBoughtOrder, packs, path, readOrder, shownOrderIn } from "../support/factories/fulfillments.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { ParcelService } from "../support/services/parcel-service.ts";

const service = new ParcelService();
let place: Place;
let optionId: string;
let variantId: string;
const { it, shop } = withShop(
  async () => {
    process.env["PARCEL_SERVICE_URL"] = await service.start();
    process.env["PARCEL_SERVICE_TOKEN"] = "parcels";
    return startShop({ TRADEWIND_PLUGINS: "./examples/plugin/parcel-service.mjs" });
  },
  () => service.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop, { fulfillment_providers: ["parcel-service"] });
  const option = { provider_id: "parcel-service", data: { id: "express" }, price_type: "calculated" };
  optionId = (await anOption(shop, place.id, { ...option, amount: undefined })).id;
  ({ variantId } = await aSoldProduct(shop));
  await shop.db.run({ text: "update product_variant set weight = 700 where id = $1", values: [variantId] });
});

const anOrder = (quantity: number) =>
  aBoughtOrder(shop, { place, optionIds: [optionId], items: [{ variantId, quantity }] });

describe("a carrier that a plugin brings", () => {
  it("asks for a price by weight, prints a label, is followed, and is done", async () => {
    const order = await anOrder(3);
    const { body: shown } = await shop.admin.get(`/admin/orders/${order.id}`);
    expect(shown.order.shipping_methods).toMatchObject([{ price: 1490, data: { service: "express" } }]);
    const packed = packs([order.items[0]!.id, 3]);
    const { fulfillments } = shownOrderIn(await shop.admin.post(path(order.id, "fulfillment"), packed));
    const [{ id }] = fulfillments as [{ id: string }, ...unknown[]];
    const booked = service.shipments.get(id)!;
    expect(booked.asked).toMatchObject({
      reference: id,
      service: "express",
      grams: 2100,
      to: { firstName: "Ada" },
    });
    const labels = await shop.admin.get(path(order.id, `fulfillments/${id}/documents`));
    expect(labels.body.documents).toMatchObject([
      { name: `label-${booked.number}.pdf`, type: "application/pdf" },
    ]);
    const shipped = shownOrderIn(await shop.admin.post(path(order.id, "shipment"), { fulfillment_id: id }));
    expect(shipped.fulfillment_status).toBe("shipped");
    expect(shipped.fulfillments[0]!.tracking_links).toMatchObject([{ tracking_number: booked.tracking }]);
  });

  it("receives the cancellation of a fulfillment", async () => {
    const order = await anOrder(1);
    const packed = packs([order.items[0]!.id, 1]);
    const { fulfillments } = shownOrderIn(await shop.admin.post(path(order.id, "fulfillment"), packed));
    await shop.admin.post(path(order.id, `fulfillments/${fulfillments[0]!.id}/cancel`));
    expect(service.shipments.get(fulfillments[0]!.id)!.isCanceled).toBe(true);
  });

  it("refuses in its own words, and nothing remains", async () => {
    const order = await anOrder(1);
    service.refusal = "we do not go there";
    const { status, body } = await shop.admin.post(
      path(order.id, "fulfillment"),
      packs([order.items[0]!.id, 1]),
    );
    service.refusal = null;
    expect(status).toBe(400);
    expect(body.message).toBe(
      "The fulfillment provider parcel-service did not take the shipment: we do not go there",
    );
    expect(await readOrder(shop, order.id)).toMatchObject({
      fulfillment_status: "not_fulfilled",
      fulfillments: [],
    });
  });
});
