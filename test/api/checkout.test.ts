import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  aCart,
  addLine,
  aPayableCart,
  aPlace,
  changeCart,
  complete,
  openSessions,
  type Place,
  readCart,
  refused,
  rowsOf,
} from "../support/factories/carts.ts";
import { aDiscount } from "../support/factories/discounts.ts";
import { aGiftCard } from "../support/factories/gift-cards.ts";
import { aSoldProduct, aSoldVariant } from "../support/factories/sold-products.ts";
import { type StartedShop, startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { bookingsOf, ScriptedPayment, stockOfVariant } from "../support/services/scripted-payment.ts";

const payment = new ScriptedPayment();
/** Paid by hand. */
let place: Place;
/** Paid at the scripted service. */
let serviced: Place;

const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.payment.add(payment);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aPlace(shop);
  serviced = await aPlace(shop, { payment_providers: ["scripted"] });
});
it.beforeEach(() => payment.reset());

const aVariant = (stock = 10, price = 1000) => aSoldVariant(shop, { stock, price });

describe("completing a cart", () => {
  it("creates an order with its lines, pays it and takes the goods from stock", async () => {
    const variantId = await aVariant();
    const cart = await aPayableCart(shop.visitor(), { place, variantId, quantity: 3 });
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(200);
    expect(body.type).toBe("order");
    expect(body.data).toMatchObject({
      cart_id: cart.id,
      status: "pending",
      payment_status: "awaiting",
      fulfillment_status: "not_fulfilled",
      email: "buyer@example.com",
      region_id: place.id,
      subtotal: 3000,
      tax_total: 300,
      total: 3300,
      paid_total: 3300,
      refundable_amount: 3300,
      items: [{ variant_id: variantId, quantity: 3, total: 3300 }],
      payments: [{ amount: 3300, provider_id: "manual", data: { status: "authorized" } }],
    });
    expect(await stockOfVariant(shop, variantId)).toBe(7);
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 1, payments: 1, placed: 1 });
    const after = await readCart(shop.visitor(), cart.id);
    expect(after).toMatchObject({ total: 3300, payment_session: { status: "authorized" } });
    expect(after.completed_at).not.toBeNull();
  });

  it("needs at most 12 statements", async () => {
    const cart = await aPayableCart(shop.visitor(), { place, variantId: await aVariant() });
    const { result, statements } = await countingStatements(shop.db, () => complete(shop.visitor(), cart.id));
    expect(result.status).toBe(200);
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(12);
  });

  it("gives the same order for repeated requests", async () => {
    const variantId = await aVariant();
    const cart = await aPayableCart(shop.visitor(), { place, variantId });
    const answers = [
      await complete(shop.visitor(), cart.id),
      await complete(shop.visitor(), cart.id),
      await complete(shop.visitor(), cart.id, "once more"),
      await shop.visitor().post(`/store/carts/${cart.id}/complete-cart`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await stockOfVariant(shop, variantId)).toBe(9);
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 1, payments: 1, placed: 1 });
  });

  it("finds no order where another program closed the cart without one", async () => {
    const cart = await aPayableCart(shop.visitor(), { place, variantId: await aVariant() });
    await shop.db.run({ text: "update cart set completed_at = now() where id = $1", values: [cart.id] });
    expect(await complete(shop.visitor(), cart.id)).toMatchObject({
      status: 404,
      body: { type: "not_found" },
    });
    const { body } = await shop.visitor().get(`/store/carts/${cart.id}`);
    expect(body.cart).toMatchObject({ payment_id: null, completed_at: expect.any(String) });
  });

  it("closes the cart to every other change", async () => {
    const variantId = await aVariant();
    const cart = await aPayableCart(shop.visitor(), { place, variantId });
    await complete(shop.visitor(), cart.id);
    const before = await rowsOf(shop, cart.id);
    const client = shop.visitor();
    const path = `/store/carts/${cart.id}`;
    const answers = [
      await client.post(path, { email: "other@example.com" }),
      await client.post(`${path}/line-items`, { variant_id: variantId, quantity: 1 }),
      await client.post(`${path}/line-items/${cart.items[0]!.id}`, { quantity: 2 }),
      await client.delete(`${path}/line-items/${cart.items[0]!.id}`),
      await client.delete(`${path}/discounts/NONE`),
      await client.post(`${path}/payment-sessions`),
      await client.post(`${path}/payment-session`, { provider_id: "manual" }),
      await client.post(`${path}/payment-sessions/manual`, { data: {} }),
      await client.post(`${path}/payment-sessions/manual/refresh`),
      await client.delete(`${path}/payment-sessions/manual`),
    ];
    for (const { status, body } of answers) {
      expect({ status, type: body.type, code: body.code }).toEqual({
        status: 409,
        type: "not_allowed",
        code: "cart_incompatible_state",
      });
    }
    expect(await rowsOf(shop, cart.id)).toEqual(before);
  });

  it("is refused for a cart that is unknown, empty, unpaid or without an email", async () => {
    const client = shop.visitor();
    const items = [{ variant_id: await aVariant(), quantity: 1 }];
    expect(refused(await complete(client, "cart_none"))).toMatchObject({ status: 404, type: "not_found" });
    const empty = await aCart(client, { region_id: place.id });
    expect(refused(await complete(client, empty.id))).toMatchObject({ status: 400, type: "invalid_data" });
    const unpaid = await aCart(client, { region_id: place.id, items });
    expect(refused(await complete(client, unpaid.id))).toMatchObject({ status: 400, type: "not_allowed" });
    const nobodys = await aCart(client, { region_id: place.id, items });
    await openSessions(client, nobodys.id);
    expect(refused(await complete(client, nobodys.id))).toMatchObject({ status: 400, type: "invalid_data" });
    for (const { id } of [empty, unpaid, nobodys]) {
      expect(await bookingsOf(shop, id)).toEqual({ orders: 0, payments: 0, placed: 0 });
    }
  });

  it("costs nothing where a discount or gift cards cover everything", async () => {
    const client = shop.visitor();
    const variantId = await aVariant();
    const card = await aGiftCard(shop, place.id, { value: 5000 });
    const cart = await aCart(client, {
      region_id: place.id,
      items: [{ variant_id: variantId, quantity: 2 }],
    });
    await changeCart(client, cart.id, { email: "buyer@example.com", gift_cards: [{ code: card.code }] });
    const { body } = await complete(client, cart.id);
    expect(body.data).toMatchObject({
      total: 0,
      gift_card_total: 2000,
      gift_card_tax_total: 200,
      payments: [],
    });
    const { body: after } = await shop.admin.get(`/admin/gift-cards/${card.id}`);
    expect(after.gift_card.balance).toBe(3000);
    expect((await readCart(client, cart.id)).total).toBe(0);
  });

  it("makes a gift card of every piece of a gift-card product", async () => {
    const { variantId } = await aSoldProduct(shop, {
      price: 2500,
      product: { is_giftcard: true, discountable: false },
    });
    const cart = await aPayableCart(shop.visitor(), { place, variantId, quantity: 2 });
    const { body } = await complete(shop.visitor(), cart.id);
    const cards = await shop.db.run({
      text: "select value, balance, region_id, is_disabled from gift_card where order_id = $1",
      values: [body.data.id],
    });
    const card = { value: 2500, balance: 2500, region_id: place.id, is_disabled: false };
    expect(cards).toEqual([card, card]);
  });
});

describe("completing a completed cart again, as v1", () => {
  const rawOf = ({ body }: { body: { data: { items: object[] } } }) =>
    body.data.items.map((line) => "raw_discount_total" in line);

  it("shows discounts before rounding, except under the key that the server made", async () => {
    const cart = await aPayableCart(shop.visitor(), { place, variantId: await aVariant() });
    const first = await complete(shop.visitor(), cart.id);
    expect(rawOf(first)).toEqual([true]);
    const made = first.headers.get("idempotency-key")!;
    expect(rawOf(await complete(shop.visitor(), cart.id))).toEqual([true]);
    expect(rawOf(await complete(shop.visitor(), cart.id, made))).toEqual([false]);
    // As clients of v1 do, which make a key for every request.
    const own = randomUUID();
    expect(rawOf(await complete(shop.visitor(), cart.id, own))).toEqual([true]);
    expect(rawOf(await complete(shop.visitor(), cart.id, own))).toEqual([true]);
  });
});

describe("stock, codes and cards that another order took first", () => {
  it("refuses a cart whose goods are gone, and takes no money", async () => {
    const variantId = await aVariant(1);
    const [first, second] = [
      await aPayableCart(shop.visitor(), { place: serviced, variantId }),
      await aPayableCart(shop.visitor(), { place: serviced, variantId }),
    ];
    expect((await complete(shop.visitor(), first.id)).status).toBe(200);
    payment.asked = [];
    const { status, body } = await complete(shop.visitor(), second.id);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      type: "not_allowed",
      code: "insufficient_inventory",
      errors: [{ type: "not_allowed", code: "insufficient_inventory" }],
    });
    expect(payment.asked).toEqual([]);
    expect(await bookingsOf(shop, second.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
  });

  it.each([
    ["sold", "insufficient_inventory", "update product_variant set inventory_quantity = 0 where id = $1"],
    ["deleted", "goods_deleted", "update product_variant set deleted_at = now() where id = $1"],
  ])(
    "refuses a cart of which one thing was %s with %s, and leaves the other in stock",
    async (_, code, text) => {
      const [gone, there] = [await aSoldProduct(shop, { stock: 1 }), await aVariant(5)];
      const cart = await aPayableCart(shop.visitor(), { place, variantId: gone.variantId });
      await addLine(shop.visitor(), cart.id, there);
      await shop.db.run({ text, values: [gone.variantId] });
      const { status, body } = await complete(shop.visitor(), cart.id);
      expect({ status, type: body.type, code: body.code }).toEqual({
        status: 409,
        type: "not_allowed",
        code,
      });
      expect(body.message).toContain(code === "goods_deleted" ? gone.title : gone.variantId);
      expect(await stockOfVariant(shop, there)).toBe(5);
      expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
      expect((await readCart(shop.visitor(), cart.id)).completed_at).toBeNull();
    },
  );

  it("asks no one to pay for a cart with deleted goods, and completes it without them", async () => {
    const [gone, there] = [await aSoldProduct(shop), await aVariant()];
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId: gone.variantId });
    await addLine(shop.visitor(), cart.id, there);
    await shop.admin.delete(`/admin/products/${gone.productId}`);
    payment.asked = [];
    const refusal = await complete(shop.visitor(), cart.id);
    expect({ status: refusal.status, code: refusal.body.code }).toEqual({
      status: 409,
      code: "goods_deleted",
    });
    expect(refusal.body.message).toContain(gone.title);
    expect(payment.asked).toEqual([]);
    await shop.visitor().delete(`/store/carts/${cart.id}/line-items/${cart.items[0]!.id}`);
    expect((await complete(shop.visitor(), cart.id)).body.data.items).toMatchObject([{ variant_id: there }]);
  });

  it("lets a payment go that was authorized for goods that went away, and lets the customer try again", async () => {
    const variantId = await aVariant(2);
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId, quantity: 2 });
    const setStock = (quantity: number) =>
      shop.db.run({
        text: "update product_variant set inventory_quantity = $2 where id = $1",
        values: [variantId, quantity],
      });
    payment.meanwhile = async () => {
      await setStock(1);
    };
    payment.asked = [];
    expect((await complete(shop.visitor(), cart.id)).status).toBe(409);
    expect(payment.asked).toEqual(["authorize", "cancel"]);
    expect((await readCart(shop.visitor(), cart.id)).payment_session?.status).toBe("canceled");
    payment.reset();
    await setStock(5);
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(200);
    expect(payment.asked).toEqual(["initiate", "authorize"]);
    expect(body.data.payments).toHaveLength(1);
    expect(await stockOfVariant(shop, variantId)).toBe(3);
  });

  it("refuses a discount that ran out, and completes without it", async () => {
    const client = shop.visitor();
    const variantId = await aVariant();
    const discount = await aDiscount(shop, place.id, { usage_limit: 1 });
    const carts = [
      await aPayableCart(client, { place, variantId }),
      await aPayableCart(client, { place, variantId }),
    ];
    for (const { id } of carts) await changeCart(client, id, { discounts: [{ code: discount.code }] });
    expect((await complete(client, carts[0]!.id)).status).toBe(200);
    const late = await complete(client, carts[1]!.id);
    expect(late.status).toBe(409);
    expect(late.body.code).toBe("discount_usage_limit");
    const cart = await readCart(client, carts[1]!.id);
    expect(cart.discounts).toMatchObject([{ code: discount.code, usage_count: 1, usage_limit: 1 }]);
    expect(cart.completed_at).toBeNull();
    await client.delete(`/store/carts/${cart.id}/discounts/${discount.code}`);
    const { status, body } = await complete(client, cart.id);
    expect(status).toBe(200);
    expect(body.data.discount_total).toBe(0);
  });

  it("follows a cart that is changed while it is paid", async () => {
    const variantId = await aVariant();
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId });
    payment.meanwhile = async () => {
      payment.meanwhile = async () => {};
      await shop.visitor().post(`/store/carts/${cart.id}/line-items`, { variant_id: variantId, quantity: 1 });
    };
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 2200, paid_total: 2200, items: [{ quantity: 2 }] });
    expect(body.data.payments).toMatchObject([{ amount: 2200, data: { amount: 2200 } }]);
  });
});

describe("a payment that is not authorized", () => {
  it.each(["requires_more", "pending"] as const)("leaves the cart open when it is %s", async (answer) => {
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId: await aVariant() });
    payment.answer = answer;
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: "cart",
      payment_status: answer,
      data: { id: cart.id, completed_at: null },
    });
    expect(body.data.payment_session).toMatchObject({ status: answer, data: { isAuthorized: true } });
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
    payment.answer = "authorized";
    expect((await complete(shop.visitor(), cart.id)).body.type).toBe("order");
  });

  it("refuses the order when it was declined", async () => {
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId: await aVariant() });
    payment.answer = "error";
    expect(refused(await complete(shop.visitor(), cart.id))).toMatchObject({
      status: 400,
      type: "not_allowed",
    });
    expect((await readCart(shop.visitor(), cart.id)).payment_session?.status).toBe("error");
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
  });

  it("is called with the same key for repeated requests", async () => {
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId: await aVariant() });
    payment.answer = "pending";
    await complete(shop.visitor(), cart.id);
    await complete(shop.visitor(), cart.id);
    expect(new Set(payment.keys).size).toBe(1);
  });

  it("reports a failure of the service, and changes nothing", async () => {
    const cart = await aPayableCart(shop.visitor(), { place: serviced, variantId: await aVariant() });
    payment.meanwhile = async () => {
      throw new Error("out of order");
    };
    const before = await rowsOf(shop, cart.id);
    const { status, body } = await complete(shop.visitor(), cart.id);
    expect(status).toBe(400);
    expect(body.message).toContain("The payment could not be authorized");
    expect(JSON.stringify(body)).not.toContain("out of order");
    expect(await rowsOf(shop, cart.id)).toEqual(before);
  });
});

describe("a local payment provider", () => {
  const noted = new ScriptedPayment();
  let own: StartedShop;
  let there: Place;
  it.beforeAll(async () => {
    const providers = new ProviderRegistry();
    providers.payment.add(Object.assign(noted, { isLocal: true }));
    own = await startShop({}, { providers });
    there = await aPlace(own, { payment_providers: ["scripted"] });
  });
  it.afterAll(() => own.close());
  it.beforeEach(() => noted.reset());

  const aCartToPay = async () =>
    aPayableCart(own.visitor(), {
      place: there,
      variantId: await aSoldVariant(own, { stock: 5, price: 1000 }),
    });

  it("is called once, in the transaction of the order", async () => {
    const cart = await aCartToPay();
    noted.asked = [];
    expect((await complete(own.visitor(), cart.id)).body.type).toBe("order");
    expect(noted.asked).toEqual(["authorize"]);
    expect(await bookingsOf(own, cart.id)).toEqual({ orders: 1, payments: 1, placed: 1 });
  });

  it("refuses as others do when it fails, and nothing is left of the order", async () => {
    const cart = await aCartToPay();
    const before = await rowsOf(own, cart.id);
    noted.meanwhile = async () => {
      throw new Error("out of order");
    };
    const { status, body } = await complete(own.visitor(), cart.id);
    expect({ status, type: body.type }).toEqual({ status: 400, type: "invalid_data" });
    expect(JSON.stringify(body)).not.toContain("out of order");
    expect(await rowsOf(own, cart.id)).toEqual(before);
    expect(await bookingsOf(own, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
  });
});
