import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  aBoughtOrder,
  consignmentRows,
  packs,
  path,
  type ShownOrder,
  shownOrderIn,
} from "../support/factories/fulfillments.ts";
import { aLocation, anItem, levelsOf, needs, stocked } from "../support/factories/inventory.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSellingLocation, aSoldVariant, aStockedVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { Gate } from "../support/services/outside-world.ts";
import { ParcelCarrier } from "../support/services/parcel-carrier.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

const parcels = new ParcelCarrier();
const providers = new ProviderRegistry();
providers.fulfillment.add(parcels);

let place: Place;
let byParcel: string;
let channelId: string;
let here: string;
let there: string;
const { it, shop } = withShop(() => startShop({}, { providers }));
it.beforeAll(async () => {
  place = await aPlace(shop, { fulfillment_providers: ["parcels"] });
  byParcel = (await anOption(shop, place.id, { provider_id: "parcels", data: { id: "parcel" } })).id;
  const locations = [await aSellingLocation(shop), await aSellingLocation(shop)] as const;
  [here, there] = [locations[0].id, locations[1].id];
  channelId = locations[0].channelId;
});

const buy = (...items: { variantId: string; quantity: number }[]) =>
  aBoughtOrder(shop, { place, optionIds: [byParcel], items, channelId });

const fulfill = (order: ShownOrder, body: unknown) => shop.admin.post(path(order.id, "fulfillment"), body);
const cancel = (order: ShownOrder, id: string) =>
  shop.admin.post(path(order.id, `fulfillments/${id}/cancel`));

const reservationsOf = async (order: ShownOrder) => {
  const { body } = await shop.admin.get(path(order.id, "reservations"));
  return body.reservations as { id: string; location_id: string; quantity: number }[];
};

const where = (reservations: { location_id: string; quantity: number }[]) =>
  reservations.map(({ location_id, quantity }) => [location_id, quantity]);

describe("goods that are stocked by location", () => {
  it("leave the location they are named for, and are reserved no longer", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const order = await buy({ variantId, quantity: 4 });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [10, 4] });
    const after = shownOrderIn(
      await fulfill(order, { ...packs([order.items[0]!.id, 3]), location_id: here }),
    );
    expect(after.fulfillments).toMatchObject([{ location_id: here }]);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [7, 1] });
    expect(where(await reservationsOf(order))).toEqual([[here, 1]]);
    await fulfill(order, { ...packs([order.items[0]!.id, 1]), location_id: here });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [6, 0] });
    expect(await reservationsOf(order)).toEqual([]);
  });

  it("leave where they are reserved when no location is named", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 2, [there]: 3 });
    const order = await buy({ variantId, quantity: 5 });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [2, 2], [there]: [3, 3] });
    const after = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 5])));
    expect(after.fulfillments).toMatchObject([{ location_id: null }]);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [0, 0], [there]: [0, 0] });
  });

  it("may leave from another location: then the reservation is released", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 5, [there]: 5 });
    const order = await buy({ variantId, quantity: 4 });
    const reservedAt = (await reservationsOf(order))[0]!.location_id;
    const other = reservedAt === here ? there : here;
    await fulfill(order, { ...packs([order.items[0]!.id, 3]), location_id: other });
    expect(await levelsOf(shop, itemId)).toEqual({ [reservedAt]: [5, 1], [other]: [2, 0] });
  });

  it("without a reservation leave the location, too", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 5 });
    const order = await buy({ variantId, quantity: 2 });
    for (const { id } of await reservationsOf(order)) await shop.admin.delete(`/admin/reservations/${id}`);
    await fulfill(order, { ...packs([order.items[0]!.id, 1]), location_id: here });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [4, 0] });
    // Without a location they leave where there are free ones.
    await fulfill(order, packs([order.items[0]!.id, 1]));
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [3, 0] });
  });

  it("come with everything that they are made of", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const laces = await anItem(shop, { title: "Laces" });
    await stocked(shop, laces.id, here, 10);
    await needs(shop, variantId, laces.id, 2);
    const order = await buy({ variantId, quantity: 3 });
    await fulfill(order, { ...packs([order.items[0]!.id, 2]), location_id: here });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [8, 1] });
    expect(await levelsOf(shop, laces.id)).toEqual({ [here]: [6, 2] });
  });

  it("are delivered even if their variant was deleted since", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const order = await buy({ variantId, quantity: 2 });
    await shop.db.run({
      text: "update product_variant set deleted_at = now() where id = $1",
      values: [variantId],
    });
    await fulfill(order, { ...packs([order.items[0]!.id, 2]), location_id: here });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [8, 0] });
  });

  it("are announced as changed", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const order = await buy({ variantId, quantity: 2 });
    const { id } = (await reservationsOf(order))[0]!;
    const [level] = await shop.db.run<{ id: string }>({
      text: "select id from inventory_level where inventory_item_id = $1",
      values: [itemId],
    });
    const names = async (about: string) => (await eventsAbout(shop, about)).map(({ name }) => name);
    await fulfill(order, packs([order.items[0]!.id, 1]));
    await fulfill(order, packs([order.items[0]!.id, 1]));
    expect(await names(id)).toEqual(["reservation-item.updated", "reservation-item.deleted"]);
    expect((await names(level!.id)).slice(-2)).toEqual([
      "inventory-level.updated",
      "inventory-level.updated",
    ]);
  });
});

describe("goods that are not there", () => {
  async function expectNothing(order: ShownOrder, body: object, expected: object) {
    const before = await consignmentRows(shop, order.id);
    const { code } = (await fulfill(order, body)).body;
    expect({ ...refused(await fulfill(order, body)), code }).toEqual(expected);
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  }

  it("do not leave a location that never had them", async () => {
    const { variantId } = await aStockedVariant(shop, { [here]: 5 });
    const order = await buy({ variantId, quantity: 2 });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    await expectNothing(
      order,
      { ...packs([order.items[0]!.id, 2]), location_id: there },
      {
        status: 400,
        type: "not_allowed",
        message: `Inventory item for ${body.order.items[0].title} not found at location`,
        code: undefined,
      },
    );
  });

  it("do not leave a location that has too few", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 5, [there]: 1 });
    const order = await buy({ variantId, quantity: 5 });
    const { body } = await shop.admin.get(`/admin/orders/${order.id}`);
    const refusal = {
      status: 400,
      type: "not_allowed",
      message: `Insufficient stock for item: ${body.order.items[0].title}`,
      code: "insufficient_inventory",
    };
    await expectNothing(order, { ...packs([order.items[0]!.id, 2]), location_id: there }, refusal);
    // What was reserved can get lost.
    await shop.admin.post(`/admin/inventory-items/${itemId}/location-levels/${here}`, {
      stocked_quantity: 3,
    });
    await expectNothing(order, packs([order.items[0]!.id, 4]), refusal);
    expect((await fulfill(order, packs([order.items[0]!.id, 3]))).status).toBe(200);
  });
});

describe("goods that come back", () => {
  it("from a canceled fulfillment are at their location again, reserved for their order", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 2, [there]: 3 });
    const order = await buy({ variantId, quantity: 4 });
    const before = await reservationsOf(order);
    const levels = await levelsOf(shop, itemId);
    const { fulfillments } = shownOrderIn(
      await fulfill(order, { ...packs([order.items[0]!.id, 3]), location_id: there }),
    );
    expect(await levelsOf(shop, itemId)).not.toEqual(levels);
    await cancel(order, fulfillments[0]!.id);
    expect(await levelsOf(shop, itemId)).toEqual(levels);
    expect(where(await reservationsOf(order)).sort()).toEqual(where(before).sort());
    expect((await reservationsOf(order)).map(({ id }) => id).sort()).toEqual(
      before.map(({ id }) => id).sort(),
    );
  });

  it("come back once: a fulfilment whose goods were returned is not canceled", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const order = await buy({ variantId, quantity: 3 });
    const [line] = order.items;
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([line!.id, 3])));
    const items = [{ item_id: line!.id, quantity: 2 }];
    expect((await shop.admin.post(path(order.id, "return"), { items, receive_now: true })).status).toBe(200);
    const before = [await consignmentRows(shop, order.id), await levelsOf(shop, itemId)];
    expect(refused(await cancel(order, fulfillments[0]!.id))).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
    expect([await consignmentRows(shop, order.id), await levelsOf(shop, itemId)]).toEqual(before);
  });

  it("come back once: they may be returned while the carrier cancels the booking", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 10 });
    const order = await buy({ variantId, quantity: 3 });
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 3])));
    parcels.gate = new Gate();
    const { gate } = parcels;
    const canceled = cancel(order, fulfillments[0]!.id);
    await gate.reached;
    parcels.gate = null;
    const items = [{ item_id: order.items[0]!.id, quantity: 3 }];
    const returned = shownOrderIn(
      await shop.admin.post(path(order.id, "return"), { items, receive_now: true }),
    );
    gate.letGo();
    expect(refused(await canceled)).toMatchObject({ status: 400, type: "not_allowed" });
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [10, 0] });
    expect(shownOrderIn(await shop.admin.get(`/admin/orders/${order.id}`))).toMatchObject({
      fulfillment_status: returned.fulfillment_status,
      items: [{ fulfilled_quantity: 3, returned_quantity: 3 }],
    });
    const [left] = await shop.db.run({
      text: `select (select count(*) from tradewind.carrier_call where order_id = $1) as calls,
        (select count(*) from fulfillment where order_id = $1 and canceled_at is not null) as canceled`,
      values: [order.id],
    });
    expect(left).toEqual({ calls: 0, canceled: 0 });
  });

  it("come back once, however often it is canceled", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 5 });
    const order = await buy({ variantId, quantity: 2 });
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2])));
    await Promise.all(Array.from({ length: 4 }, () => cancel(order, fulfillments[0]!.id)));
    await cancel(order, fulfillments[0]!.id);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [5, 2] });
    expect(where(await reservationsOf(order))).toEqual([[here, 2]]);
  });

  it("are not reserved again for more than they were", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 9 });
    const order = await buy({ variantId, quantity: 5 });
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2])));
    const { id } = (await reservationsOf(order))[0]!;
    await shop.admin.delete(`/admin/reservations/${id}`);
    await cancel(order, fulfillments[0]!.id);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [9, 2] });
    expect(where(await reservationsOf(order))).toEqual([[here, 2]]);
  });

  it("find their place even if the rest of the reservation has moved", async () => {
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 9, [there]: 9 });
    const order = await buy({ variantId, quantity: 5 });
    const reservation = (await reservationsOf(order))[0]!;
    const other = reservation.location_id === here ? there : here;
    const { fulfillments } = shownOrderIn(await fulfill(order, packs([order.items[0]!.id, 2])));
    await shop.admin.post(`/admin/reservations/${reservation.id}`, { location_id: other });
    await cancel(order, fulfillments[0]!.id);
    expect(await levelsOf(shop, itemId)).toEqual({ [reservation.location_id]: [9, 2], [other]: [9, 3] });
  });

  it("are lost with a location that is gone", async () => {
    const gone = (await aLocation(shop)).id;
    const { variantId, itemId } = await aStockedVariant(shop, { [here]: 9, [gone]: 9 });
    const order = await buy({ variantId, quantity: 2 });
    const { fulfillments } = shownOrderIn(
      await fulfill(order, { ...packs([order.items[0]!.id, 2]), location_id: gone }),
    );
    await shop.admin.delete(`/admin/stock-locations/${gone}`);
    expect((await cancel(order, fulfillments[0]!.id)).status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [here]: [9, 2] });
  });

  it("because the carrier refused were never away", async () => {
    const { variantId } = await aStockedVariant(shop, { [here]: 9, [there]: 1 });
    const order = await buy({ variantId, quantity: 3 });
    const before = await consignmentRows(shop, order.id);
    parcels.refusal = "no";
    expect((await fulfill(order, packs([order.items[0]!.id, 3]))).status).toBe(400);
    expect((await fulfill(order, { ...packs([order.items[0]!.id, 1]), location_id: there })).status).toBe(
      400,
    );
    parcels.forget();
    expect(await consignmentRows(shop, order.id)).toEqual(before);
  });
});

describe("goods of which the variant's own quantity counts", () => {
  it("were taken when they were bought: packing and canceling change nothing", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const order = await buy({ variantId, quantity: 3 });
    expect(await stockOfVariant(shop, variantId)).toBe(7);
    const { fulfillments } = shownOrderIn(
      await fulfill(order, { ...packs([order.items[0]!.id, 3]), location_id: here }),
    );
    expect(fulfillments).toMatchObject([{ location_id: here }]);
    await cancel(order, fulfillments[0]!.id);
    expect(await stockOfVariant(shop, variantId)).toBe(7);
  });
});
