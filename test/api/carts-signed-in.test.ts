import { describe, expect } from "vitest";
import {
  aCart,
  addLine,
  aPlace,
  changeCart,
  eventsOf,
  openSessions,
  type Place,
  readCart,
  rowsOf,
} from "../support/factories/carts.ts";
import { aGroup, aShopper } from "../support/factories/customers.ts";
import { aDiscount, tenPercent } from "../support/factories/discounts.ts";
import { aPriceList, dollars } from "../support/factories/price-lists.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
/** 10.00 for visitors, 7.00 for members. */
let variantId: string;
let otherVariantId: string;
let member: Awaited<ReturnType<typeof aShopper>>;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
  otherVariantId = await aSoldVariant(shop);
  member = await aShopper(shop);
  const group = await aGroup(shop);
  await shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, {
    customer_ids: [{ id: member.id }],
  });
  await aPriceList(shop, {
    prices: [dollars(variantId, 700), dollars(otherVariantId, 700)],
    customer_groups: [{ id: group.id }],
    status: "active",
  });
});

const visitorsCart = (items: unknown[] = []) => aCart(shop.visitor(), { region_id: place.id, items });

describe("A customer who logs in and adds a line to the cart they began as a visitor", () => {
  it("gets the prices of their groups at once, and the cart is theirs", async () => {
    const { id } = await visitorsCart();
    const cart = await addLine(member.browser, id, variantId);
    expect(cart).toMatchObject({
      customer_id: member.id,
      email: member.email,
      customer: { id: member.id, email: member.email, has_account: true },
      items: [{ variant_id: variantId, unit_price: 700 }],
      total: 770,
    });
    expect(await readCart(member.browser, id)).toMatchObject({ customer_id: member.id, total: 770 });
    expect(await eventsOf(shop, id)).toEqual(["cart.created", "cart.customer_updated", "cart.updated"]);
  });

  it("gets them for earlier lines, too, merged or not", async () => {
    const { id } = await visitorsCart([{ variant_id: variantId, quantity: 1 }]);
    await readCart(shop.visitor(), id);
    const merged = await addLine(member.browser, id, variantId);
    expect(merged.items).toMatchObject([{ quantity: 2, unit_price: 700 }]);
    const other = await visitorsCart([{ variant_id: variantId, quantity: 1 }]);
    const cart = await addLine(member.browser, other.id, otherVariantId);
    expect(cart.items.map(({ unit_price }) => unit_price).sort()).toEqual([700, 700]);
  });

  it("takes over a guest's cart with its discount and its payment, which follows the new total", async () => {
    const discount = await aDiscount(shop, place.id, { rule: tenPercent });
    const { id } = await visitorsCart([{ variant_id: variantId, quantity: 1 }]);
    await changeCart(shop.visitor(), id, {
      email: "guest@example.com",
      discounts: [{ code: discount.code }],
    });
    await openSessions(shop.visitor(), id);
    const cart = await addLine(member.browser, id, variantId);
    expect(cart).toMatchObject({
      email: member.email,
      subtotal: 1400,
      discount_total: 140,
      total: 1386,
      payment_session: { amount: 1386 },
    });
  });

  it("changes nothing of it when the line is refused", async () => {
    const { id } = await visitorsCart([{ variant_id: variantId, quantity: 1 }]);
    const before = await rowsOf(shop, id);
    const line = { variant_id: "variant_unknown", quantity: 1 };
    expect((await member.browser.post(`/store/carts/${id}/line-items`, line)).status).toBe(400);
    expect(await rowsOf(shop, id)).toEqual(before);
  });

  it("gets every line once when several are added at the same moment", async () => {
    const { id } = await visitorsCart();
    await Promise.all(Array.from({ length: 6 }, () => addLine(member.browser, id, variantId)));
    expect(await readCart(member.browser, id)).toMatchObject({
      customer_id: member.id,
      items: [{ quantity: 6, unit_price: 700 }],
    });
    const events = await eventsOf(shop, id);
    expect(events.filter((name) => name === "cart.customer_updated")).toHaveLength(1);
  });
});

it("Another customer who adds a line leaves the cart whose it was, as in v1, with its owner's prices", async () => {
  const other = await aShopper(shop);
  const { id } = await aCart(member.browser, { region_id: place.id });
  const cart = await addLine(other.browser, id, variantId);
  expect(cart).toMatchObject({
    customer_id: member.id,
    email: member.email,
    customer: { id: member.id },
    items: [{ unit_price: 700 }],
  });
  const theirs = await aCart(other.browser, { region_id: place.id });
  expect(await addLine(member.browser, theirs.id, variantId)).toMatchObject({
    customer_id: other.id,
    items: [{ unit_price: 1000 }],
  });
  expect(await eventsOf(shop, theirs.id)).toEqual(["cart.created", "cart.updated"]);
});

it("A visitor who adds a line leaves the cart whose it was", async () => {
  const { id } = await aCart(member.browser, { region_id: place.id });
  const cart = await addLine(shop.visitor(), id, variantId);
  expect(cart).toMatchObject({ customer_id: member.id, items: [{ unit_price: 700 }] });
});
