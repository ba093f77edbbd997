import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  aFilledCart,
  aPlace,
  type Place,
  readCart,
  type ShownCart,
} from "../support/factories/carts.ts";
import { aPlainLocation, aReservation, stocked } from "../support/factories/inventory.ts";
import { aSoldVariant, aStockedVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let warehouse: string;
let elsewhere: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

async function openLocations() {
  [warehouse, elsewhere] = [(await aPlainLocation(shop)).id, (await aPlainLocation(shop)).id];
  const channelId = (await shop.admin.get("/admin/store")).body.store.default_sales_channel_id;
  await shop.admin.post(`/admin/sales-channels/${channelId}/stock-locations`, { location_id: warehouse });
}

const aLocatedVariant = (quantity: number) =>
  aStockedVariant(shop, { [warehouse]: quantity, [elsewhere]: 100 });

const aCartWith = (variantId: string) => aFilledCart(shop.visitor(), { regionId: place.id, variantId });

const variantIn = async (cartId: string) => {
  const { items } = await readCart(shop.visitor(), cartId);
  return (items[0] as unknown as { variant: Record<string, unknown> }).variant;
};

describe("a shop that begins to keep its stock by location", () => {
  it("sells the stock at the location, also where the process has the old quantity in its cache", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const { body } = await shop.admin.get(`/admin/variants/${variantId}/inventory`);
    const client = shop.visitor();
    const add = (id: string, quantity: number) =>
      client.post(`/store/carts/${id}/line-items`, { variant_id: variantId, quantity });
    const carts = [1, 2, 3].map(() => aCart(client, { region_id: place.id }));
    const [first, second, third] = (await Promise.all(carts)) as [ShownCart, ShownCart, ShownCart];
    expect([(await add(first.id, 1)).status, (await add(second.id, 1)).status]).toEqual([200, 200]);
    await openLocations();
    await stocked(shop, body.variant.inventory[0].id, warehouse, 1);
    for (const _ of [1, 2]) await readCart(client, third.id);
    expect((await add(third.id, 5)).body.code).toBe("insufficient_inventory");
  });
});

describe("a variant in a cart", () => {
  it.beforeAll(openLocations);

  it("has the quantity available in the cart's channel, where stock is counted by location", async () => {
    const { variantId, itemId } = await aLocatedVariant(5);
    const { id } = await aCartWith(variantId);
    const { result, statements } = await countingStatements(shop.db, () => variantIn(id));
    expect(result).toMatchObject({ inventory_quantity: 5, purchasable: true });
    expect(statements).toHaveLength(1);
    await aReservation(shop, { inventory_item_id: itemId, location_id: warehouse, quantity: 5 });
    expect(await variantIn(id)).toMatchObject({ inventory_quantity: 0, purchasable: false });
  });

  it("can always be bought where backorders are taken", async () => {
    const { variantId, itemId } = await aLocatedVariant(5);
    const { id } = await aCartWith(variantId);
    await aReservation(shop, { inventory_item_id: itemId, location_id: warehouse, quantity: 5 });
    await shop.db.run({
      text: "update product_variant set allow_backorder = true where id = $1",
      values: [variantId],
    });
    expect(await variantIn(id)).toMatchObject({ inventory_quantity: 0, purchasable: true });
  });

  it("has its own quantity where it needs no item", async () => {
    const variantId = await aSoldVariant(shop, { stock: 7 });
    const { id } = await aCartWith(variantId);
    expect(await variantIn(id)).toMatchObject({ inventory_quantity: 7, purchasable: true });
  });
});
