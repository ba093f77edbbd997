import { describe, expect } from "vitest";
import type { PaymentWebhook } from "../../src/providers/ports/payment.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import {
  addLine,
  aPayableCart,
  aPlace,
  complete,
  type Place,
  readCart,
  type ShownCart,
} from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aStripeShop } from "../support/factories/stripe.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";
import { bookingsOf, stockOfVariant } from "../support/services/scripted-payment.ts";

const stripe = new FakeStripe();
let place: Place;
let variantId: string;

const { it, shop } = withShop(
  async () => {
    await stripe.start();
    const providers = new ProviderRegistry();
    providers.payment.add(aStripeShop(stripe));
    return startShop({}, { providers });
  },
  () => stripe.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["stripe"] });
});
it.beforeEach(async () => {
  stripe.reset();
  variantId = await aSoldVariant(shop, { stock: 10, price: 1000 });
});

const aCartAtStripe = () => aPayableCart(shop.visitor(), { place, variantId });

const intentOf = (cart: ShownCart) => String(cart.payment_session!.data["id"]);

const send = ({ rawBody, headers }: PaymentWebhook) =>
  fetch(`${shop.baseUrl}/hooks/payment/stripe`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(headers as Record<string, string>) },
    body: new Uint8Array(rawBody),
  });

const news = (cart: ShownCart, type: string) =>
  stripe.message(type, { ...stripe.account.intent(intentOf(cart)) });

describe("a cart that is paid at Stripe", () => {
  it("shows the storefront what it needs, and no secret of the shop", async () => {
    const cart = await aCartAtStripe();
    expect(cart.payment_session).toMatchObject({ provider_id: "stripe", amount: 1100, is_initiated: true });
    expect(cart.payment_session!.data).toMatchObject({ amount: 1100, client_secret: expect.any(String) });
    expect(JSON.stringify(cart)).not.toContain(stripe.apiKey);
  });

  it("stays open until the customer has confirmed, then becomes an order", async () => {
    const cart = await aCartAtStripe();
    expect((await complete(shop.visitor(), cart.id)).body).toMatchObject({
      type: "cart",
      payment_status: "requires_more",
    });
    stripe.account.confirm(intentOf(cart));
    const { body } = await complete(shop.visitor(), cart.id);
    expect(body).toMatchObject({ type: "order", data: { total: 1100, payments: [{ amount: 1100 }] } });
  });

  it("becomes an order by the webhook alone, once", async () => {
    const cart = await aCartAtStripe();
    stripe.account.confirm(intentOf(cart));
    const message = news(cart, "payment_intent.amount_capturable_updated");
    const answers = await Promise.all([send(message), send(message), complete(shop.visitor(), cart.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(message)).status).toBe(200);
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 1, payments: 1, placed: 1 });
    expect(await stockOfVariant(shop, variantId)).toBe(9);
  });

  it("is paid for when Stripe takes the money by itself", async () => {
    const cart = await aCartAtStripe();
    stripe.account.confirm(intentOf(cart));
    await send(news(cart, "payment_intent.succeeded"));
    const [order] = await shop.db.run({
      text: `select payment_status, (select captured_at is not null from payment where order_id = "order".id) as captured
        from "order" where cart_id = $1`,
      values: [cart.id],
    });
    expect(order).toEqual({ payment_status: "captured", captured: true });
  });

  it("is no order by the webhook when the customer has chosen another way to pay since", async () => {
    const both = await aPlace(shop, { payment_providers: ["stripe", "manual"] });
    const { id } = await aPayableCart(shop.visitor(), { place: both, variantId });
    const choose = (provider_id: string) =>
      shop.visitor().post(`/store/carts/${id}/payment-session`, { provider_id });
    const payAtStripe = async () => {
      const { body } = await choose("stripe");
      stripe.account.confirm(intentOf(body.cart));
      return news(body.cart, "payment_intent.amount_capturable_updated");
    };
    const message = await payAtStripe();
    await choose("manual");
    expect((await send(message)).status).toBe(200);
    expect(await bookingsOf(shop, id)).toEqual({ orders: 0, payments: 0, placed: 0 });
    expect((await send(await payAtStripe())).status).toBe(200);
    expect(await bookingsOf(shop, id)).toEqual({ orders: 1, payments: 1, placed: 1 });
  });

  it("is never an order for another amount than was confirmed", async () => {
    const cart = await aCartAtStripe();
    stripe.account.confirm(intentOf(cart));
    // The customer adds something in another tab after having confirmed.
    await addLine(shop.visitor(), cart.id, variantId, 2);
    await send(news(cart, "payment_intent.amount_capturable_updated"));
    await complete(shop.visitor(), cart.id);
    const after = await readCart(shop.visitor(), cart.id);
    expect(after.completed_at).toBeNull();
    expect(after.payment_session).toMatchObject({ amount: 3300 });
    stripe.account.confirm(intentOf(after));
    const { body } = await complete(shop.visitor(), cart.id);
    expect(body.data).toMatchObject({ total: 3300, payments: [{ amount: 3300 }] });
  });
});

describe("the webhook address", () => {
  it("refuses what Stripe has not signed", async () => {
    const cart = await aCartAtStripe();
    stripe.account.confirm(intentOf(cart));
    const { rawBody } = news(cart, "payment_intent.amount_capturable_updated");
    const answer = await send({ rawBody, headers: { "stripe-signature": "t=1,v1=00" } });
    expect(answer.status).toBe(400);
    expect(await bookingsOf(shop, cart.id)).toEqual({ orders: 0, payments: 0, placed: 0 });
  });

  it("accepts notifications about unknown carts, and without a cart", async () => {
    const unknownIntent = { id: "pi_1", metadata: { resource_id: "cart_none" } };
    expect((await send(stripe.message("payment_intent.succeeded", unknownIntent))).status).toBe(200);
    expect((await send(stripe.message("customer.created", { id: "cus_1" }))).status).toBe(200);
  });

  it("does not exist for providers that have none", async () => {
    const answers = await Promise.all(
      ["manual", "unknown"].map((id) => fetch(`${shop.baseUrl}/hooks/payment/${id}`, { method: "POST" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
