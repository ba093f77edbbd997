import { describe, expect } from "vitest";
import { availableQuantities } from "../../src/modules/stock/inventory/index.ts";
import type { Client } from "../support/clients/client.ts";
import { aCart, aReadyCart, complete } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import {
  aChannel,
  aLocation,
  aReservation,
  levelsOf,
  needs,
  stocked,
} from "../support/factories/inventory.ts";
import { aSoldVariant, aVariantAtLocation } from "../support/factories/sold-products.ts";
import { holdsOf, letExpire, openPayment } from "../support/factories/stock-holds.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let checkout: Checkout;
let visitor: Client;
const { it, shop } = withShop(() => startShop({ TRADEWIND_STOCK_HOLD_MINUTES: "15" }));
it.beforeAll(async () => {
  checkout = await openCheckout(shop);
  visitor = shop.visitor();
});

const short = { type: "not_allowed", code: "insufficient_inventory" };

const one = (variantId: string, quantity = 1) => [{ variant_id: variantId, quantity }];

/** What a cart that holds nothing could take of a variant. */
async function freeFor(variantId: string, { salesChannelId = null as string | null, cart = "" } = {}) {
  const asked = { variantIds: [variantId], salesChannelId, holder: cart };
  return (await availableQuantities(shop.db, asked)).get(variantId)!.quantity;
}

/** Boots at a location, and a set of two of them. */
async function bootsAndSets(pieces: number) {
  const { variantId: boot, itemId } = await aVariantAtLocation(checkout, pieces);
  const set = await aSoldVariant(checkout, { stock: 0 });
  await shop.db.run({
    text: "delete from product_variant_inventory_item where variant_id = $1",
    values: [set],
  });
  await needs(shop, set, itemId, 2);
  return { boot, set, itemId };
}

describe("an item that several variants need", () => {
  it("is held in pieces of the item", async () => {
    const { boot, set } = await bootsAndSets(5);
    const sets = await aReadyCart(visitor, checkout, { items: one(set, 2) });
    expect(await holdsOf(shop, sets)).toEqual([4]);
    expect(await freeFor(boot)).toBe(1);
    expect(await freeFor(set)).toBe(0);
    expect(await freeFor(set, { cart: sets })).toBe(2);

    const boots = await aReadyCart(visitor, checkout, { items: one(boot) });
    expect(await freeFor(boot)).toBe(0);
    expect((await complete(visitor, sets)).body.type).toBe("order");
    expect((await complete(visitor, boots)).body.type).toBe("order");
  });

  it("is counted together where both variants are in the cart", async () => {
    const { boot, set } = await bootsAndSets(4);
    const cart = await aCart(visitor, {
      region_id: checkout.regionId,
      items: [...one(boot, 2), ...one(set)],
    });
    await openPayment(visitor, cart.id);
    expect(await holdsOf(shop, cart.id)).toEqual([4]);
    const greedy = await aCart(visitor, { region_id: checkout.regionId, items: [] });
    await letExpire(shop, cart.id);
    for (const [variant_id, quantity] of [
      [boot, 3],
      [set, 1],
    ]) {
      await visitor.post(`/store/carts/${greedy.id}/line-items`, { variant_id, quantity });
    }
    expect((await openPayment(visitor, greedy.id)).body).toMatchObject(short);
    expect(await holdsOf(shop, greedy.id)).toEqual([]);
  });
});

describe("locations", () => {
  it("are separate: holds of one channel take nothing from the locations of another", async () => {
    const { variantId, itemId } = await aVariantAtLocation(checkout, 2);
    const far = await aLocation(shop);
    await stocked(shop, itemId, far.id, 2);
    const farChannel = await aChannel(shop, far.id);
    const cart = await aReadyCart(visitor, checkout, { items: one(variantId, 2) });
    expect(await holdsOf(shop, cart)).toEqual([2]);
    expect(await freeFor(variantId, { salesChannelId: farChannel })).toBe(2);
    expect(await freeFor(variantId)).toBe(2);
    expect(
      (await visitor.post("/store/carts", { region_id: checkout.regionId, items: one(variantId) })).body,
    ).toMatchObject(short);
  });

  it("are held at several, as few as possible, and what others hold there is left to them", async () => {
    const { variantId, itemId } = await aVariantAtLocation(checkout, 2);
    const [near] = Object.keys(await levelsOf(shop, itemId));
    const second = await aLocation(shop);
    await stocked(shop, itemId, second.id, 3);
    const { body } = await shop.admin.get("/admin/store");
    await shop.admin.post(`/admin/sales-channels/${body.store.default_sales_channel_id}/stock-locations`, {
      location_id: second.id,
    });
    const four = await aReadyCart(visitor, checkout, { items: one(variantId, 4) });
    expect((await holdsOf(shop, four)).reduce((sum, each) => sum + each)).toBe(4);
    const last = await aReadyCart(visitor, checkout, { items: one(variantId) });
    expect((await complete(visitor, last)).body.type).toBe("order");
    expect((await complete(visitor, four)).body.type).toBe("order");
    expect(await levelsOf(shop, itemId)).toEqual({ [near!]: [2, 2], [second.id]: [3, 3] });
  });

  it("leave manual reservations; the cart with the hold is refused at completion", async () => {
    const { variantId, itemId } = await aVariantAtLocation(checkout, 1);
    const [location_id] = Object.keys(await levelsOf(shop, itemId));
    const cart = await aReadyCart(visitor, checkout, { items: one(variantId) });
    await aReservation(shop, { inventory_item_id: itemId, location_id });
    expect(await freeFor(variantId)).toBe(0);
    expect(await complete(visitor, cart)).toMatchObject({ status: 409, body: short });
    expect(await levelsOf(shop, itemId)).toEqual({ [location_id!]: [1, 1] });
  });
});
