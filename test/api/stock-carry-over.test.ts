import { describe, expect } from "vitest";
import { announced } from "../support/checks/announced-events.ts";
import {
  aFilledCart,
  aPlace,
  changeCart,
  openSessions,
  type Place,
  ship,
} from "../support/factories/carts.ts";
import { packs, shownOrderIn } from "../support/factories/fulfillments.ts";
import { aPlainLocation, levelsOf } from "../support/factories/inventory.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldProduct, itemOf } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let post: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  post = (await anOption(shop, place.id)).id;
});
it.afterEach(async () => {
  for (const text of [
    "delete from stock_location",
    "delete from inventory_level",
    "delete from reservation_item",
    "delete from product_variant_inventory_item",
  ]) {
    await shop.db.run({ text, values: [] });
  }
});

/** A product that needs an inventory item, as every new one does. */
const aStocked = ({ stock = 0 } = {}) => aSoldProduct({ admin: shop.admin }, { stock });

const carryOver = (id: string) => shop.admin.post(`/admin/stock-locations/${id}/carry-over-stock`);

const shownIn = async (productId: string) => {
  const { body } = await shop.visitor().get(`/store/products/${productId}`);
  const { inventory_quantity, purchasable } = body.product.variants[0];
  return [inventory_quantity, purchasable];
};

async function aPaidCart(variantId: string, quantity: number): Promise<string> {
  const visitor = shop.visitor();
  const { id } = await aFilledCart(visitor, { regionId: place.id, variantId, quantity });
  await changeCart(visitor, id, { email: "buyer@example.com" });
  await ship(visitor, id, post);
  await openSessions(visitor, id);
  return id;
}

const complete = (cartId: string) => shop.visitor().post(`/store/carts/${cartId}/complete`);

async function buy(variantId: string, quantity: number): Promise<{ id: string; items: { id: string }[] }> {
  const { status, body } = await complete(await aPaidCart(variantId, quantity));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

describe("the first location of a shop", () => {
  it("may get what the variants have, in the request that makes it", async () => {
    const sold = await aStocked({ stock: 13 });
    const itemId = await itemOf(shop, sold.variantId);
    const { status, body } = await shop.admin.post("/admin/stock-locations", {
      name: "Depot",
      carry_over_stock: true,
    });
    expect(status).toBe(200);
    expect(await levelsOf(shop, itemId)).toEqual({ [body.stock_location.id]: [13, 0] });
    expect(await shownIn(sold.productId)).toEqual([13, true]);
    const { body: inventory } = await shop.admin.get(`/admin/variants/${sold.variantId}/inventory`);
    expect(inventory.variant.inventory).toMatchObject([{ stocked_quantity: 13 }]);
    expect(inventory.variant.sales_channel_availability).toMatchObject([{ available_quantity: 13 }]);
    await buy(sold.variantId, 4);
    expect(await shownIn(sold.productId)).toEqual([9, true]);
    expect(await levelsOf(shop, itemId)).toEqual({ [body.stock_location.id]: [13, 4] });
  });

  it("may get it later, once: pieces that were sold since do not come back", async () => {
    const sold = await aStocked({ stock: 13 });
    const [itemId, location] = [await itemOf(shop, sold.variantId), await aPlainLocation(shop)];
    expect(await shownIn(sold.productId)).toEqual([0, false]);
    const first = await carryOver(location.id);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      stock_location: { id: location.id, name: location.name },
      carried_over: { levels: 1, reservations: 0 },
    });
    expect(await shownIn(sold.productId)).toEqual([13, true]);
    await buy(sold.variantId, 3);
    const { body } = await carryOver(location.id);
    expect(body.carried_over).toEqual({ levels: 0, reservations: 0 });
    expect(await levelsOf(shop, itemId)).toEqual({ [location.id]: [13, 3] });
    const told = await announced(shop.db, "inventory-level.created");
    expect(told.length).toBeGreaterThan(0);
  });

  it("leaves out items with a level or a deleted level, and unmanaged variants", async () => {
    const counted = await aStocked({ stock: 13 });
    const [itemId, location, other] = [
      await itemOf(shop, counted.variantId),
      await aPlainLocation(shop),
      await aPlainLocation(shop),
    ];
    const levels = `/admin/inventory-items/${itemId}/location-levels`;
    await shop.admin.post(levels, { location_id: other.id, stocked_quantity: 2 });
    await shop.admin.delete(`${levels}/${other.id}`);
    const free = await aStocked({ stock: 7 });
    await shop.admin.post(`/admin/products/${free.productId}/variants/${free.variantId}`, {
      manage_inventory: false,
    });
    expect((await carryOver(location.id)).body.carried_over).toEqual({ levels: 0, reservations: 0 });
    expect(await levelsOf(shop, itemId)).toEqual({});
    expect(await shownIn(counted.productId)).toEqual([0, false]);
    expect(await shownIn(free.productId)).toEqual([7, true]);
  });

  it("has the pieces that are sold and not packed, reserved for their orders", async () => {
    const sold = await aStocked({ stock: 10 });
    const itemId = await itemOf(shop, sold.variantId);
    const [packed, open, canceled] = [
      await buy(sold.variantId, 1),
      await buy(sold.variantId, 2),
      await buy(sold.variantId, 3),
    ];
    shownOrderIn(
      await shop.admin.post(`/admin/orders/${packed.id}/fulfillment`, packs([packed.items[0]!.id, 1])),
    );
    await shop.admin.post(`/admin/orders/${canceled.id}/cancel`);
    expect(await shownIn(sold.productId)).toEqual([7, undefined]);
    const location = await aPlainLocation(shop);
    expect((await carryOver(location.id)).body.carried_over).toEqual({ levels: 1, reservations: 1 });
    expect(await levelsOf(shop, itemId)).toEqual({ [location.id]: [9, 2] });
    expect(await shownIn(sold.productId)).toEqual([7, true]);
    shownOrderIn(
      await shop.admin.post(`/admin/orders/${open.id}/fulfillment`, {
        ...packs([open.items[0]!.id, 1]),
        location_id: location.id,
      }),
    );
    expect(await levelsOf(shop, itemId)).toEqual({ [location.id]: [8, 1] });
    expect(await shownIn(sold.productId)).toEqual([7, true]);
  });

  it("puts the pieces of an order that is canceled afterwards on sale again, once", async () => {
    const sold = await aStocked({ stock: 10 });
    const order = await buy(sold.variantId, 4);
    const location = await aPlainLocation(shop);
    await carryOver(location.id);
    expect(await shownIn(sold.productId)).toEqual([6, true]);
    for (const _ of [1, 2]) await shop.admin.post(`/admin/orders/${order.id}/cancel`);
    expect(await shownIn(sold.productId)).toEqual([10, true]);
  });

  it("leaves the channels as they are that were chosen for it", async () => {
    const sold = await aStocked({ stock: 5 });
    const { body: channel } = await shop.admin.post("/admin/sales-channels", { name: "Elsewhere" });
    const location = await aPlainLocation(shop);
    await shop.admin.post(`/admin/sales-channels/${channel.sales_channel.id}/stock-locations`, {
      location_id: location.id,
    });
    await carryOver(location.id);
    expect(await shownIn(sold.productId)).toEqual([0, false]);
    const { body } = await shop.admin.get(`/admin/stock-locations/${location.id}?expand=sales_channels`);
    expect(body.stock_location.sales_channels.map(({ id }: { id: string }) => id)).toEqual([
      channel.sales_channel.id,
    ]);
  });

  it("gets each piece once, also for repeated requests", async () => {
    const sold = await aStocked({ stock: 13 });
    const itemId = await itemOf(shop, sold.variantId);
    const [here, there] = [await aPlainLocation(shop), await aPlainLocation(shop)];
    const answers = await Promise.all([here, here, there].map(({ id }) => carryOver(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.carried_over.levels).sort()).toEqual([0, 0, 1]);
    expect(Object.values(await levelsOf(shop, itemId))).toEqual([[13, 0]]);
  });

  it("sells no piece twice while it is bought", async () => {
    const sold = await aStocked({ stock: 5 });
    const itemId = await itemOf(shop, sold.variantId);
    const carts = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => aPaidCart(sold.variantId, 1)));
    const opening = shop.admin.post("/admin/stock-locations", { name: "Depot", carry_over_stock: true });
    const answers = await Promise.all(carts.map(complete));
    const { body } = await opening;
    const bought = answers.filter(({ status }) => status === 200).length;
    expect(bought).toBeLessThanOrEqual(5);
    const levels = await levelsOf(shop, itemId);
    expect(levels[body.stock_location.id]).toEqual([5, bought]);
    expect(await shownIn(sold.productId)).toEqual([5 - bought, bought < 5]);
  });

  it("is refused where it is not there, and for visitors; nothing changes", async () => {
    const sold = await aStocked({ stock: 5 });
    expect((await carryOver("sloc_unknown")).status).toBe(404);
    const { id } = await aPlainLocation(shop);
    expect((await shop.visitor().post(`/admin/stock-locations/${id}/carry-over-stock`)).status).toBe(401);
    const asked = { name: "x", carry_over_stock: "perhaps" };
    expect((await shop.admin.post("/admin/stock-locations", asked)).status).toBe(400);
    expect(await shownIn(sold.productId)).toEqual([0, false]);
    await shop.admin.delete(`/admin/stock-locations/${id}`);
    expect(await shownIn(sold.productId)).toEqual([5, undefined]);
  });
});

describe("the last location of a shop", () => {
  it("takes its stock along when it is deleted: nothing that was sold comes back", async () => {
    const sold = await aStocked({ stock: 5 });
    const { body } = await shop.admin.post("/admin/stock-locations", {
      name: "Depot",
      carry_over_stock: true,
    });
    await buy(sold.variantId, 2);
    await shop.admin.delete(`/admin/stock-locations/${body.stock_location.id}`);
    expect(await shownIn(sold.productId)).toEqual([0, undefined]);
    await shop.admin.post(`/admin/products/${sold.productId}/variants/${sold.variantId}`, {
      inventory_quantity: 3,
    });
    expect(await shownIn(sold.productId)).toEqual([3, undefined]);
    const again = await aPlainLocation(shop);
    await carryOver(again.id);
    expect(await shownIn(sold.productId)).toEqual([3, true]);
  });
});
