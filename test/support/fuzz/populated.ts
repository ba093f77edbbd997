import type { Client } from "../clients/client.ts";
import { aCategory, aChild } from "../factories/categories.ts";
import { aGroup, aShopper, home } from "../factories/customers.ts";
import { aDiscount, tenPercent } from "../factories/discounts.ts";
import { aReservation, aStockedItem } from "../factories/inventory.ts";
import { aPriceList, dollars } from "../factories/price-lists.ts";
import { aProduct, usd } from "../factories/products.ts";
import { aRegion, freeCountries } from "../factories/regions.ts";
import { aChannel, aKey } from "../factories/sales-channels.ts";
import { anOption, aProfile } from "../factories/shipping.ts";
import type { TestShop } from "../fixtures/shop.ts";

export const API_TOKEN = "the token of the tests";

/** Makes sure that every list of the shop has something in it. */
export async function populate(shop: TestShop): Promise<void> {
  const make = async (path: string, body: unknown) => {
    const answer = await shop.admin.post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.body.message}`);
    return answer.body;
  };
  await make(`/admin/users/${shop.adminId}`, { api_token: API_TOKEN });
  await make("/admin/users", { email: "second@example.com", password: "a long password" });
  await make("/admin/invites", { user: "invited@example.com", role: "member" });
  const { collection } = await make("/admin/collections", { title: "Winter" });
  const category = await aCategory(shop);
  await aChild(shop, category);
  const region = await aRegion(shop, { countries: await freeCountries(shop, 2) });
  await anOption(shop, region.id, { profile_id: (await aProfile(shop)).id });
  await make("/admin/tax-rates", { region_id: region.id, name: "Rate", code: "rate", rate: 7 });
  for (const word of ["red", "blue", "green"]) {
    const shirt = await aProduct(shop, {
      options: [{ title: "Size" }],
      variants: [{ title: "S", prices: [usd(1000)], options: [{ value: "S" }] }],
      status: "published",
      collection_id: collection.id,
      type: { value: word },
      tags: [{ value: word }],
      categories: [{ id: category.id }],
    });
    await aPriceList(shop, { prices: [dollars(shirt.variants[0]!.id, 900)] });
  }
  const winter = { operator: "in", product_collections: [collection.id] };
  await aDiscount(shop, region.id, { rule: { ...tenPercent, conditions: [winter] }, is_dynamic: true });
  await aChannel(shop);
  await aKey(shop);
  // Before the first location: from then on stock is counted at locations.
  await aPurchase(shop, region.id);
  const { itemId, locationId } = await aStockedItem(shop, 10);
  await aReservation(shop, { inventory_item_id: itemId, location_id: locationId });
  await make("/admin/return-reasons", { value: "too_small", label: "Too small" });
  await make("/admin/notes", { resource_id: "any", resource_type: "order", value: "A note" });
  await make("/admin/gift-cards", { region_id: region.id, value: 1000 });
  await make("/admin/draft-orders", {
    email: "draft@example.com",
    region_id: region.id,
    items: [{ title: "Engraving", quantity: 1 }],
    shipping_methods: [],
  });
  await aGroup(shop);
  await aBuyer(shop);
}

/** Something that was bought by a guest, and an edit of it that the guest is asked about. */
async function aPurchase(shop: TestShop, regionId: string): Promise<void> {
  const client = shop.visitor();
  const { variants } = await aProduct(shop, {
    status: "published",
    variants: [{ title: "One", inventory_quantity: 5, prices: [usd(500)] }],
  });
  const items = [{ variant_id: variants[0]!.id, quantity: 1 }];
  const { body } = await client.post("/store/carts", { region_id: regionId, items });
  const path = `/store/carts/${body.cart.id}`;
  await client.post(path, { email: "guest@example.com" });
  await client.post(`${path}/payment-sessions`);
  const { status, body: bought } = await client.post(`${path}/complete`);
  if (status !== 200) throw new Error(bought.message);
  const { body: begun } = await shop.admin.post("/admin/order-edits", { order_id: bought.data.id });
  const edit = `/admin/order-edits/${begun.order_edit.id}`;
  await shop.admin.post(`${edit}/items`, { variant_id: variants[0]!.id, quantity: 1 });
  await shop.admin.post(`${edit}/request`);
}

/** A customer with an address and an order, and how they call. */
export async function aBuyer(shop: TestShop): Promise<{ client: Client; id: string; addressId: string }> {
  const { browser, id, email, password } = await aShopper(shop);
  const added = await browser.post("/store/customers/me/addresses", { address: home });
  await shop.db.run({
    text: `insert into "order" (id, customer_id, email, region_id, currency_code, tax_rate)
      select 'order_' || $1, $1, $2, id, 'usd', 5 from region limit 1`,
    values: [id, email],
  });
  const { body } = await browser.post("/store/auth/token", { email, password });
  return {
    client: shop.visitor().with({ authorization: `Bearer ${body.access_token}` }),
    id,
    addressId: added.body.customer.shipping_addresses[0].id,
  };
}

export const adminOf = (shop: TestShop) => shop.visitor().with({ "x-medusa-access-token": API_TOKEN });
