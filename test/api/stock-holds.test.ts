import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { aCart, aReadyCart, complete, guest } from "../support/factories/carts.ts";
import { aCard, bookedOrders, type Checkout, openCheckout } from "../support/factories/checkout.ts";
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

/** A cart of which the payment was opened. */
async function aPayingCart(variantId: string, quantity = 1) {
  const cart = await aCart(visitor, { region_id: checkout.regionId, items: one(variantId, quantity) });
  expect((await openPayment(visitor, cart.id)).status).toBe(200);
  return { id: cart.id, lineId: cart.items[0]!.id };
}

const add = (cartId: string, variantId: string, quantity = 1) =>
  visitor.post(`/store/carts/${cartId}/line-items`, { variant_id: variantId, quantity });

const setQuantity = (cart: { id: string; lineId: string }, quantity: number) =>
  visitor.post(`/store/carts/${cart.id}/line-items/${cart.lineId}`, { quantity });

const kinds = [
  {
    where: "of the variant itself",
    aStock: (quantity: number) => aSoldVariant(checkout, { stock: quantity }),
  },
  {
    where: "at a location",
    aStock: async (quantity: number) => (await aVariantAtLocation(checkout, quantity)).variantId,
  },
];

describe.each(kinds)("stock $where", ({ aStock }) => {
  it("is held for the cart whose payment is opened, and for no other", async () => {
    const variantId = await aStock(1);
    const waiting = await aCart(visitor, { region_id: checkout.regionId, items: one(variantId) });
    const empty = await aCart(visitor, { region_id: checkout.regionId, items: [] });
    const first = await aReadyCart(visitor, checkout, { items: one(variantId) });
    expect(await holdsOf(shop, first)).toEqual([1]);

    expect((await openPayment(visitor, waiting.id)).body).toMatchObject(short);
    expect((await add(empty.id, variantId)).body).toMatchObject(short);
    const created = await visitor.post("/store/carts", {
      region_id: checkout.regionId,
      items: one(variantId),
    });
    expect(created).toMatchObject({ status: 400, body: short });
    const { body } = await visitor.get(`/store/carts/${waiting.id}`);
    expect(body.cart).toMatchObject({ payment_sessions: [], items: [{ quantity: 1 }] });
    expect((await visitor.get(`/store/carts/${empty.id}`)).body.cart.items).toEqual([]);
    expect(await holdsOf(shop, waiting.id)).toEqual([]);

    expect((await complete(visitor, first)).body.type).toBe("order");
    expect(await holdsOf(shop, first)).toEqual([]);
  });

  it("goes to the next cart when the hold expires, and that cart gets the order", async () => {
    const variantId = await aStock(1);
    const late = await aReadyCart(visitor, checkout, { items: one(variantId) });
    await letExpire(shop, late);
    const first = await aReadyCart(visitor, checkout, { items: one(variantId) });

    const refused = await complete(visitor, late);
    expect(refused).toMatchObject({ status: 409, body: short });
    expect(await bookedOrders(shop, [late])).toEqual([]);
    // No provider was called: its money would have had to be refunded.
    const { body } = await visitor.get(`/store/carts/${late}`);
    expect(body.cart.payment_sessions).toMatchObject([{ status: "pending" }]);
    expect((await openPayment(visitor, late)).body).toMatchObject(short);

    expect((await complete(visitor, first)).body.type).toBe("order");
    expect(await complete(visitor, late)).toMatchObject({ status: 409, body: short });
  });

  it("can still be bought after the hold expired, if no other cart took it", async () => {
    const variantId = await aStock(1);
    const cartId = await aReadyCart(visitor, checkout, { items: one(variantId) });
    await letExpire(shop, cartId);
    expect((await complete(visitor, cartId)).body.type).toBe("order");
  });

  it("is held as long from each step of the payment", async () => {
    const variantId = await aStock(1);
    const cart = await aPayingCart(variantId);
    const sessions = `/store/carts/${cart.id}/payment-sessions/manual`;
    for (const step of [
      () => openPayment(visitor, cart.id),
      () => visitor.post(`/store/carts/${cart.id}/payment-session`, { provider_id: "manual" }),
      () => visitor.post(sessions, { data: {} }),
      () => visitor.post(`${sessions}/refresh`),
    ]) {
      await letExpire(shop, cart.id);
      expect((await step()).status).toBe(200);
      expect(await remainingMinutes(cart.id)).toBe(15);
    }
  });

  it("follows the quantity of the line", async () => {
    const variantId = await aStock(5);
    const other = await aCart(visitor, { region_id: checkout.regionId, items: [] });
    const cart = await aPayingCart(variantId, 2);
    await setQuantity(cart, 4);
    expect(await holdsOf(shop, cart.id)).toEqual([4]);
    expect((await add(other.id, variantId, 2)).body).toMatchObject(short);
    await setQuantity(cart, 3);
    expect(await holdsOf(shop, cart.id)).toEqual([3]);
    expect((await add(other.id, variantId, 2)).status).toBe(200);
    await openPayment(visitor, other.id);

    const grown = await setQuantity(cart, 4);
    expect(grown).toMatchObject({ status: 400, body: short });
    expect(await holdsOf(shop, cart.id)).toEqual([3]);
  });

  it("is free again when the line is removed", async () => {
    const variantId = await aStock(1);
    const kept = await aStock(1);
    const cart = await aPayingCart(variantId);
    await add(cart.id, kept);
    expect(await holdsOf(shop, cart.id)).toEqual([1, 1]);
    await visitor.delete(`/store/carts/${cart.id}/line-items/${cart.lineId}`);
    expect(await holdsOf(shop, cart.id)).toEqual([1]);
    await aPayingCart(variantId);
    expect((await visitor.post("/store/carts", { items: one(kept) })).body).toMatchObject(short);
  });

  it("is free again when the payment is abandoned", async () => {
    const variantId = await aStock(1);
    const cart = await aPayingCart(variantId);
    const { status } = await visitor.delete(`/store/carts/${cart.id}/payment-sessions/manual`);
    expect(status).toBe(200);
    expect(await holdsOf(shop, cart.id)).toEqual([]);
    await aPayingCart(variantId);
  });

  it("is free again when the cart goes to another region", async () => {
    const variantId = await aStock(1);
    const cart = await aPayingCart(variantId);
    const { body } = await shop.admin.post("/admin/regions", {
      name: "Elsewhere",
      currency_code: "usd",
      tax_rate: 0,
      countries: [],
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
    });
    await visitor.post(`/store/carts/${cart.id}`, { region_id: body.region.id });
    expect(await holdsOf(shop, cart.id)).toEqual([]);
    await aPayingCart(variantId);
    expect((await openPayment(visitor, cart.id)).body).toMatchObject(short);
  });

  it("is held for a cart that a gift card pays, until its lines change", async () => {
    const variantId = await aStock(1);
    const card = await aCard(checkout, 5000);
    const cart = await aPayingCart(variantId);
    await visitor.post(`/store/carts/${cart.id}`, { ...guest(), gift_cards: [{ code: card.code }] });
    expect((await openPayment(visitor, cart.id)).body.cart).toMatchObject({ total: 0, payment_sessions: [] });
    expect(await holdsOf(shop, cart.id)).toEqual([1]);
    await visitor.delete(`/store/carts/${cart.id}/line-items/${cart.lineId}`);
    expect(await holdsOf(shop, cart.id)).toEqual([]);

    await add(cart.id, variantId);
    await openPayment(visitor, cart.id);
    expect((await complete(visitor, cart.id)).body.type).toBe("order");
    expect(await holdsOf(shop, cart.id)).toEqual([]);
  });

  it("is not held at all for a cart with more than the stock", async () => {
    const variantId = await aStock(3);
    const cart = await aPayingCart(variantId, 2);
    expect((await add(cart.id, variantId, 2)).body).toMatchObject(short);
    // As in v1, other lines with the variant do not count when pieces are added.
    const gift = { variant_id: variantId, quantity: 2, metadata: { gift: true } };
    const { body } = await visitor.post(`/store/carts/${cart.id}/line-items`, gift);
    expect(body.cart.items.map((line: { quantity: number }) => line.quantity)).toEqual([2, 2]);
    expect(body.cart.payment_sessions).toMatchObject([{ amount: 4400 }]);
    expect(await holdsOf(shop, cart.id)).toEqual([]);
    expect((await openPayment(visitor, cart.id)).body).toMatchObject(short);
    await visitor.delete(`/store/carts/${cart.id}/line-items/${body.cart.items[1].id}`);
    await setQuantity(cart, 3);
    expect(await holdsOf(shop, cart.id)).toEqual([3]);
  });

  it("counts the pieces of all lines of a variant", async () => {
    const variantId = await aStock(3);
    const cart = await aPayingCart(variantId);
    await visitor.post(`/store/carts/${cart.id}/line-items`, {
      variant_id: variantId,
      quantity: 2,
      metadata: { engraving: "M" },
    });
    expect(await holdsOf(shop, cart.id)).toEqual([3]);
  });

  it.each([{ allow_backorder: true }, { manage_inventory: false }])(
    "is not held where stock does not limit sales: %o",
    async (details) => {
      const variantId = await aStock(1);
      await shop.db.run({
        text: `update product_variant set ${Object.keys(details)[0]} = $2 where id = $1`,
        values: [variantId, Object.values(details)[0]],
      });
      const cart = await aPayingCart(variantId, 2);
      expect(await holdsOf(shop, cart.id)).toEqual([]);
      await aPayingCart(variantId, 2);
    },
  );
});

async function remainingMinutes(cartId: string): Promise<number> {
  const [row] = await shop.db.run<{ minutes: number }>({
    text: `select round(extract(epoch from expires_at - now()) / 60) as minutes from tradewind.stock_hold
      where cart_id = $1`,
    values: [cartId],
  });
  return row!.minutes;
}

describe("holds that have expired", () => {
  it("are cleared away when others hold stock", async () => {
    const old = await aPayingCart(await aSoldVariant(checkout, { stock: 1 }));
    await letExpire(shop, old.id);
    await aPayingCart(await aSoldVariant(checkout, { stock: 1 }));
    expect(await holdsOf(shop, old.id)).toEqual([]);
  });
});

describe("a variant that was deleted after it went into the cart", () => {
  it("is refused when the cart is completed, as ever", async () => {
    const gone = await aSoldVariant(checkout, { stock: 1 });
    const cart = await aReadyCart(visitor, checkout, { items: one(gone) });
    await shop.db.run({
      text: "update product_variant set deleted_at = now() where id = $1",
      values: [gone],
    });
    expect((await openPayment(visitor, cart)).status).toBe(200);
    expect(await holdsOf(shop, cart)).toEqual([]);
    expect(await complete(visitor, cart)).toMatchObject({ status: 409, body: { code: "goods_deleted" } });
  });
});
