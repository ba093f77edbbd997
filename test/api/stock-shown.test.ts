import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCart, aPlace, type Place } from "../support/factories/carts.ts";
import { aPlainLocation, aReservation, stocked } from "../support/factories/inventory.ts";
import { aProduct, usd } from "../support/factories/products.ts";
import { aChannel, aKey, defaultChannel } from "../support/factories/sales-channels.ts";
import { aSoldProduct, itemOf } from "../support/factories/sold-products.ts";
import type { TestShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let channelId: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  channelId = await defaultChannel(shop);
});

interface Sold {
  productId: string;
  variantId: string;
}

/** A product that needs an inventory item, as every new one does. */
const aStocked = ({ stock = 0 } = {}) => aSoldProduct({ admin: shop.admin }, { stock });

const sellFrom = (locationId: string, channel = channelId) =>
  shop.admin.post(`/admin/sales-channels/${channel}/stock-locations`, { location_id: locationId });

type Variant = { id: string; inventory_quantity: number; purchasable?: boolean };
const stockOf = ({ inventory_quantity, purchasable }: Variant) => [inventory_quantity, purchasable];

/** The quantities of the only variant of a product in each storefront answer. */
async function shownTo(visitor: ReturnType<TestShop["visitor"]>, { productId, variantId }: Sold, query = "") {
  const { body: list } = await visitor.get(`/store/products?id=${productId}${query}`);
  const { body: one } = await visitor.get(`/store/products/${productId}?${query.replace("[]", "")}`);
  const { body: variants } = await visitor.get(`/store/variants?id=${variantId}${query.replace("[]", "")}`);
  const { body: variant } = await visitor.get(`/store/variants/${variantId}?${query.replace("[]", "")}`);
  const shown = [
    list.products[0].variants[0],
    one.product.variants[0],
    variants.variants[0],
    variant.variant,
  ];
  const [first, ...others] = shown.map(stockOf);
  for (const other of others) expect(other).toEqual(first);
  return first;
}

/** The same as visitors and as administrators see it; everything is asked twice, the second time of the memory. */
async function everywhere(sold: Sold) {
  const visitor = shop.visitor();
  for (const _ of [1, 2]) await shownTo(visitor, sold);
  const first = await shownTo(visitor, sold);
  const { body: product } = await shop.admin.get(`/admin/products/${sold.productId}`);
  const { body: list } = await shop.admin.get(`/admin/products?id=${sold.productId}`);
  const { body: variants } = await shop.admin.get(`/admin/variants?id=${sold.variantId}`);
  const { body: variant } = await shop.admin.get(`/admin/variants/${sold.variantId}`);
  const { body: ofProduct } = await shop.admin.get(`/admin/products/${sold.productId}/variants`);
  const shown = [
    product.product.variants[0],
    list.products[0].variants[0],
    variants.variants[0],
    variant.variant,
    ofProduct.variants[0],
  ];
  for (const other of shown.map(stockOf)) expect(other).toEqual(first);
  return first;
}

const adding = (variantId: string, quantity: number) =>
  shop.visitor().post("/store/carts", { region_id: place.id, items: [{ variant_id: variantId, quantity }] });

describe("a shop without locations", () => {
  it("has the quantity of its variants, in every answer", async () => {
    const sold = await aStocked({ stock: 13 });
    expect(await everywhere(sold)).toEqual([13, undefined]);
    const { body } = await shop.admin.get(`/admin/variants/${sold.variantId}/inventory`);
    expect(body.variant.inventory).toMatchObject([{ stocked_quantity: 13, location_levels: [] }]);
    const availability = body.variant.sales_channel_availability as { available_quantity: number }[];
    expect(availability.map((each) => each.available_quantity)).toEqual([13]);
    const { body: items } = await shop.admin.get(`/admin/inventory-items/${body.variant.inventory[0].id}`);
    expect(items.inventory_item).toMatchObject({ stocked_quantity: 13, reserved_quantity: 0 });
    expect((await adding(sold.variantId, 13)).status).toBe(200);
    expect((await adding(sold.variantId, 14)).body.code).toBe("insufficient_inventory");
  });

  it("that gets its first location has nothing to sell until there are levels, and as much as before without", async () => {
    const sold = await aStocked({ stock: 13 });
    expect(await everywhere(sold)).toEqual([13, undefined]);
    const location = await aPlainLocation(shop);
    expect(await everywhere(sold)).toEqual([0, false]);
    expect((await adding(sold.variantId, 1)).body.code).toBe("insufficient_inventory");
    await shop.admin.delete(`/admin/stock-locations/${location.id}`);
    expect(await everywhere(sold)).toEqual([13, undefined]);
    expect((await adding(sold.variantId, 13)).status).toBe(200);
  });
});

describe("stock that is counted by location", () => {
  it("does not hide the quantity that was just written to a variant: answers to writes show the stored one", async () => {
    const location = await aPlainLocation(shop);
    const product = await aProduct(shop, {
      variants: [{ title: "One", inventory_quantity: 13, prices: [usd(1000)] }],
    });
    const [variant] = product.variants as Variant[];
    expect(stockOf(variant!)).toEqual([13, undefined]);
    const { body } = await shop.admin.post(`/admin/products/${product.id}/variants/${variant!.id}`, {
      inventory_quantity: 14,
    });
    expect(stockOf(body.product.variants[0])).toEqual([14, undefined]);
    const { body: read } = await shop.admin.get(`/admin/products/${product.id}`);
    expect(stockOf(read.product.variants[0])).toEqual([0, false]);
    await shop.admin.delete(`/admin/stock-locations/${location.id}`);
  });

  it("is shown as available: at the locations of the channel, without reserved pieces", async () => {
    const sold = await aStocked({ stock: 13 });
    const [location, itemId] = [await aPlainLocation(shop), await itemOf(shop, sold.variantId)];
    await stocked(shop, itemId, location.id, 5);
    expect(await everywhere(sold)).toEqual([0, false]);
    await sellFrom(location.id);
    expect(await everywhere(sold)).toEqual([5, true]);
    const { id } = await aReservation(shop, {
      inventory_item_id: itemId,
      location_id: location.id,
      quantity: 5,
    });
    expect(await everywhere(sold)).toEqual([0, false]);
    expect((await adding(sold.variantId, 1)).body.code).toBe("insufficient_inventory");
    await shop.admin.delete(`/admin/reservations/${id}`);
    await shop.admin.post(`/admin/inventory-items/${itemId}/location-levels/${location.id}`, {
      stocked_quantity: 9,
    });
    expect(await everywhere(sold)).toEqual([9, true]);
    expect((await adding(sold.variantId, 9)).status).toBe(200);
    await shop.admin.delete(`/admin/inventory-items/${itemId}/location-levels/${location.id}`);
    expect(await everywhere(sold)).toEqual([0, false]);
    await stocked(shop, itemId, location.id, 4);
    expect(await everywhere(sold)).toEqual([4, true]);
    await shop.db.run({
      text: "delete from sales_channel_location where location_id = $1",
      values: [location.id],
    });
    expect(await everywhere(sold)).toEqual([0, false]);
  });

  it("is less as soon as it is sold", async () => {
    const sold = await aStocked();
    const [location, itemId] = [await aPlainLocation(shop), await itemOf(shop, sold.variantId)];
    await stocked(shop, itemId, location.id, 5);
    await sellFrom(location.id);
    expect(await everywhere(sold)).toEqual([5, true]);
    const cart = await aCart(shop.visitor(), {
      region_id: place.id,
      items: [{ variant_id: sold.variantId, quantity: 2 }],
    });
    const variant = (cart.items[0] as unknown as { variant: Variant }).variant;
    expect(stockOf(variant)).toEqual([5, true]);
    const visitor = shop.visitor();
    await visitor.post(`/store/carts/${cart.id}`, { email: "buyer@example.com" });
    await visitor.post(`/store/carts/${cart.id}/payment-sessions`);
    const { status } = await visitor.post(`/store/carts/${cart.id}/complete`);
    expect(status).toBe(200);
    expect(await everywhere(sold)).toEqual([3, true]);
  });

  it("is that of the channels of the storefront", async () => {
    const sold = await aStocked();
    const [here, there] = [await aPlainLocation(shop), await aPlainLocation(shop)];
    const other = await aChannel(shop);
    await shop.admin.post(`/admin/sales-channels/${other.id}/products/batch`, {
      product_ids: [{ id: sold.productId }],
    });
    const itemId = await itemOf(shop, sold.variantId);
    await stocked(shop, itemId, here.id, 3);
    await stocked(shop, itemId, there.id, 1);
    await sellFrom(here.id);
    for (const each of [here, there]) await sellFrom(each.id, other.id);
    const withKey = async (...channels: string[]) => {
      const key = await aKey(shop, { channels: channels.map((id) => ({ id })) });
      return shop.visitor().with({ "x-publishable-api-key": key.id });
    };
    expect(await shownTo(shop.visitor(), sold)).toEqual([3, true]);
    expect(await shownTo(await withKey(channelId), sold)).toEqual([3, true]);
    expect(await shownTo(await withKey(other.id), sold)).toEqual([4, true]);
    expect(await shownTo(await withKey(other.id, channelId), sold)).toEqual([4, true]);
    expect(await shownTo(shop.visitor(), sold, `&sales_channel_id[]=${other.id}`)).toEqual([4, true]);
    expect(await everywhereForAdmin(sold)).toEqual([4, true]);
  });

  it("does not matter for variants that are sold without regard to stock", async () => {
    await aPlainLocation(shop);
    const free = await aStocked({ stock: 7 });
    await changed(free, { manage_inventory: false });
    expect(await everywhere(free)).toEqual([7, true]);
    const ordered = await aStocked({ stock: 7 });
    await changed(ordered, { allow_backorder: true });
    expect(await everywhere(ordered)).toEqual([0, true]);
  });

  it("is the variant's own where it needs no item", async () => {
    await aPlainLocation(shop);
    const sold = await aStocked({ stock: 2 });
    await shop.admin.delete(`/admin/inventory-items/${await itemOf(shop, sold.variantId)}`);
    expect(await everywhere(sold)).toEqual([2, true]);
    expect((await adding(sold.variantId, 2)).status).toBe(200);
    expect((await adding(sold.variantId, 3)).body.code).toBe("insufficient_inventory");
  });

  it("is read in the statement that reads the products", async () => {
    const { productId } = await aStocked();
    const path = `/store/products/${productId}?fields=title`;
    const { statements } = await countingStatements(shop.db, () => shop.visitor().get(path));
    expect(statements.length).toBeLessThanOrEqual(2);
  });
});

async function everywhereForAdmin({ productId }: Sold) {
  const { body } = await shop.admin.get(`/admin/products/${productId}`);
  return stockOf(body.product.variants[0]);
}

const changed = ({ productId, variantId }: Sold, changes: object) =>
  shop.admin.post(`/admin/products/${productId}/variants/${variantId}`, changes);
