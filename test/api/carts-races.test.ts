import { describe, expect } from "vitest";
import {
  aCart,
  addLine,
  aPlace,
  cartIn,
  changeCart,
  completeByHand,
  openSessions,
  readCart,
  ship,
} from "../support/factories/carts.ts";
import { aShopper } from "../support/factories/customers.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { anOption } from "../support/factories/shipping.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withCartShop } from "../support/fixtures/with-cart-shop.ts";
import { outsideWorld } from "../support/services/outside-world.ts";

const { it, shop, place, shirt, visitor, aFilledCart } = withCartShop({
  start: () => startShop({}, { providers: outsideWorld().registry }),
  region: { payment_providers: ["card", "bank"] },
});
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("at the same moment", () => {
  it("fifty pieces that are added make one line of fifty", async () => {
    const { id } = await aCart(visitor(), { region_id: place.id });
    const answers = await times(50, () =>
      visitor().post(`/store/carts/${id}/line-items`, { variant_id: shirt.id, quantity: 1 }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const cart = await readCart(visitor(), id);
    expect(cart.items.map(({ quantity }) => quantity)).toEqual([50]);
    expect(cart.total).toBe(55_000);
  });

  it("changes of two lines both hold, and the discount is that of both", async () => {
    const hat = await aSoldVariant(shop, { price: 500 });
    const discount = await aDiscount(shop, place.id);
    const { id } = await aFilledCart();
    await addLine(visitor(), id, hat);
    const { items } = await changeCart(visitor(), id, { discounts: [{ code: discount.code }] });
    await Promise.all(
      items.map((line, index) =>
        visitor().post(`/store/carts/${id}/line-items/${line.id}`, { quantity: 3 + index }),
      ),
    );
    const cart = await readCart(visitor(), id);
    expect(cart.items.map(({ quantity }) => quantity)).toEqual([3, 4]);
    expect(cart).toMatchObject({ subtotal: 5000, discount_total: 500 });
  });

  it("an update and a new line both hold", async () => {
    const { id } = await aFilledCart();
    await Promise.all([
      addLine(visitor(), id, shirt.id),
      changeCart(visitor(), id, { email: "both@example.com" }),
      changeCart(visitor(), id, { shipping_address: { city: "Testville" } }),
      changeCart(visitor(), id, { billing_address: { city: "Billtown" } }),
      changeCart(visitor(), id, { context: { one: 1 } }),
      changeCart(visitor(), id, { context: { two: 2 } }),
    ]);
    expect(await readCart(visitor(), id)).toMatchObject({
      items: [{ quantity: 2 }],
      email: "both@example.com",
      shipping_address: { city: "Testville" },
      billing_address: { city: "Billtown" },
      context: { one: 1, two: 2 },
    });
  });

  it("a line is removed once, and added as often as it is", async () => {
    const { id, items } = await aFilledCart({ quantity: 5 });
    const answers = await times(10, () => visitor().delete(`/store/carts/${id}/line-items/${items[0]!.id}`));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await readCart(visitor(), id)).items).toEqual([]);
  });

  it("one of several ways to ship is chosen", async () => {
    const options = [
      await anOption(shop, place.id),
      await anOption(shop, place.id),
      await anOption(shop, place.id),
    ];
    const { id } = await aFilledCart();
    await times(12, (index) => ship(visitor(), id, options[index % 3]!.id));
    expect((await readCart(visitor(), id)).shipping_methods).toHaveLength(1);
  });

  it("twenty openings of the payment make one session for each provider, none of them chosen", async () => {
    const { id } = await aFilledCart();
    await times(20, () => openSessions(visitor(), id));
    const { payment_sessions } = await readCart(visitor(), id);
    expect(payment_sessions.map(({ provider_id }) => provider_id).sort()).toEqual(["bank", "card"]);
    expect(payment_sessions.some(({ is_selected }) => is_selected)).toBe(false);
  });

  it("customers see their cart while it becomes an order, and those who take it over, too", async () => {
    const [owner, other] = [await aShopper(shop), await aShopper(shop)];
    const option = await anOption(shop, place.id);
    const cart = await aCart(owner.browser, {
      region_id: place.id,
      items: [{ variant_id: shirt.id, quantity: 1 }],
    });
    await ship(visitor(), cart.id, option.id);
    const [, ...answers] = await Promise.all([
      completeByHand(shop, cart.id),
      ...[owner, other, owner, other].map(({ browser }) => browser.get(`/store/carts/${cart.id}`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("twenty openings of the only payment make one session, which is chosen", async () => {
    const single = await aPlace(shop, { payment_providers: ["card"] });
    const { id } = await aCart(visitor(), {
      region_id: single.id,
      items: [{ variant_id: shirt.id, quantity: 1 }],
    });
    await times(20, () => openSessions(visitor(), id));
    expect((await readCart(visitor(), id)).payment_sessions).toMatchObject([
      { provider_id: "card", is_selected: true, is_initiated: true, amount: 1100 },
    ]);
  });

  it("of twenty choices how to pay exactly one holds", async () => {
    const { id } = await aFilledCart();
    await openSessions(visitor(), id);
    await times(20, (index) =>
      visitor()
        .post(`/store/carts/${id}/payment-session`, { provider_id: index % 2 === 0 ? "card" : "bank" })
        .then(cartIn),
    );
    const { payment_sessions } = await readCart(visitor(), id);
    expect(payment_sessions).toHaveLength(2);
    expect(payment_sessions.filter(({ is_selected }) => is_selected)).toHaveLength(1);
  });
});
