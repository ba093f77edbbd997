import { describe, expect } from "vitest";
import {
  addLine,
  aPayableCart,
  aPlace,
  changeCart,
  complete,
  type Place,
  rowsOf,
  ship,
} from "../support/factories/carts.ts";
import { aDraft } from "../support/factories/draft-orders.ts";
import { anOption, aProfile } from "../support/factories/shipping.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { bookingsOf } from "../support/services/scripted-payment.ts";

let place: Place;
let variantId: string;
let optionId: string;
const { it, shop } = withShop(() => startShop({ TRADEWIND_REQUIRE_SHIPPING: "on" }));
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
  optionId = (await anOption(shop, place.id)).id;
});

const aCart = () => aPayableCart(shop.visitor(), { place, variantId });
const address = () => ({ address_1: "Main Street 1", city: "Town", country_code: place.countries[0] });

async function refusedFor(field: string, cartId: string): Promise<void> {
  const before = await rowsOf(shop, cartId);
  const { status, body } = await complete(shop.visitor(), cartId);
  expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
  expect(body.message).toContain(field);
  expect(await rowsOf(shop, cartId)).toEqual(before);
  expect(await bookingsOf(shop, cartId)).toEqual({ orders: 0, payments: 0, placed: 0 });
}

describe("In a shop that requires shipping, a cart with goods that are sent", () => {
  it("is completed once it has a shipping method and an address", async () => {
    const { id } = await aCart();
    await refusedFor("shipping_methods", id);
    await ship(shop.visitor(), id, optionId);
    // A country alone is no address.
    await refusedFor("shipping_address", id);
    await changeCart(shop.visitor(), id, { shipping_address: address() });
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("needs a method for each of its shipping profiles", async () => {
    const bulky = await aProfile(shop);
    const { productId, variantId: sofa } = await aSoldProduct(shop);
    await shop.db.run({
      text: "update product_shipping_profile set profile_id = $2 where product_id = $1",
      values: [productId, bulky.id],
    });
    const { id } = await aCart();
    await addLine(shop.visitor(), id, sofa);
    await changeCart(shop.visitor(), id, { shipping_address: address() });
    await ship(shop.visitor(), id, optionId);
    await refusedFor("shipping_methods", id);
    await ship(shop.visitor(), id, (await anOption(shop, place.id, { profile_id: bulky.id })).id);
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("is not completed by a method whose option was deleted", async () => {
    const option = await anOption(shop, place.id);
    const { id } = await aCart();
    await changeCart(shop.visitor(), id, { shipping_address: address() });
    await ship(shop.visitor(), id, option.id);
    await shop.admin.delete(`/admin/shipping-options/${option.id}`);
    await refusedFor("shipping_methods", id);
  });
});

describe("In a shop that requires shipping, nothing of it is needed", () => {
  it("for gift cards", async () => {
    const card = await aSoldVariant(shop, { product: { is_giftcard: true } });
    const { id } = await aPayableCart(shop.visitor(), { place, variantId: card });
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("for variants whose inventory items are not sent", async () => {
    const download = await aSoldVariant(shop);
    const { body } = await shop.admin.get(`/admin/variants/${download}/inventory`);
    await shop.admin.post(`/admin/inventory-items/${body.variant.inventory[0].id}`, {
      requires_shipping: false,
    });
    const { id } = await aPayableCart(shop.visitor(), { place, variantId: download });
    expect((await complete(shop.visitor(), id)).status).toBe(200);
  });

  it("for a draft that the shop itself marks as paid", async () => {
    const draft = await aDraft(shop.admin, {
      regionId: place.id,
      items: [{ variant_id: variantId, quantity: 1 }],
    });
    expect((await shop.admin.post(`/admin/draft-orders/${draft.id}/pay`)).status).toBe(200);
  });
});
