import { describe, expect } from "vitest";
import { configFrom } from "../../src/config.ts";
import { loadProviders } from "../../src/providers/load-providers.ts";
import {
  addLine,
  aPayableCart,
  aPlace,
  complete,
  type Place,
  type ShownCart,
} from "../support/factories/carts.ts";
import { booksOf } from "../support/factories/order-money.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";

const stripe = new FakeStripe();
/** The providers of v1's plugin. */
const IDS = [
  "stripe",
  "stripe-bancontact",
  "stripe-blik",
  "stripe-giropay",
  "stripe-ideal",
  "stripe-przelewy24",
];
let place: Place;
let variantId: string;
const { it, shop } = withShop(
  async () => {
    await stripe.start();
    const settings = {
      STRIPE_API_KEY: stripe.apiKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    };
    return startShop(settings, { providers: await loadProviders(configFrom(settings)) });
  },
  () => stripe.stop(),
);
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["stripe"] });
  const run = (text: string) => shop.db.run({ text, values: [IDS] });
  await run(
    "insert into payment_provider (id, is_installed) select unnest($1::text[]), true on conflict do nothing",
  );
});
it.beforeEach(async () => {
  stripe.reset();
  variantId = await aSoldVariant(shop, { stock: 10, price: 1000 });
});

const intent = (id: string) => stripe.account.intent(id);

/** The region offers this provider alone, as v1 has stored it. */
async function offerOnly(providerId: string): Promise<void> {
  await shop.db.run({
    text: "update region_payment_providers set provider_id = $2 where region_id = $1",
    values: [place.id, providerId],
  });
}

/** As v1's plugin makes an intent, and stores the whole of it. */
function asOfV1(intentId: string, resource: Record<string, string>) {
  const made = intent(intentId);
  made.metadata = resource;
  return {
    ...made,
    automatic_payment_methods: null,
    charges: { object: "list", data: [], has_more: false },
    confirmation_method: "automatic",
    next_action: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    shipping: null,
    transfer_data: null,
  };
}

/** 11.00, with a session as v1 has opened it. */
async function aCartOfV1(providerId: string, naming = "resource_id") {
  await offerOnly(providerId);
  const cart = await aPayableCart(shop.visitor(), { place, variantId });
  const intentId = String(cart.payment_session!.data["id"]);
  const data = asOfV1(intentId, { [naming]: cart.id });
  await shop.db.run({
    text: "update payment_session set data = $2, amount = null where cart_id = $1",
    values: [cart.id, data],
  });
  return { cart, intentId };
}

async function anOrderOfV1(providerId: string) {
  const { cart, intentId } = await aCartOfV1(providerId);
  stripe.account.confirm(intentId);
  const { body } = await complete(shop.visitor(), cart.id);
  await shop.db.run({
    text: "update payment set data = $2 where order_id = $1",
    values: [body.data.id, asOfV1(intentId, { resource_id: cart.id })],
  });
  return { id: body.data.id as string, intentId };
}

const post = (id: string, action: string, body?: unknown) =>
  shop.admin.post(`/admin/orders/${id}/${action}`, body);

describe.each(IDS)("a payment of v1 by %s", (providerId) => {
  it("is captured and refunded", async () => {
    const { id, intentId } = await anOrderOfV1(providerId);
    const { body } = await post(id, "capture");
    expect(body.order).toMatchObject({ payment_status: "captured", payments: [{ provider_id: providerId }] });
    expect(intent(intentId)).toMatchObject({ status: "succeeded", amount_received: 1100 });
    expect((await post(id, "refund", { amount: 300, reason: "other" })).status).toBe(200);
    expect(stripe.account.refunds.map(({ amount }) => amount)).toEqual([300]);
    expect(await booksOf(shop.db, id)).toMatchObject({ status: "partially_refunded", refunds: [300] });
  });

  it("is given back when its order is canceled", async () => {
    const { id, intentId } = await anOrderOfV1(providerId);
    expect((await post(id, "cancel")).body.order).toMatchObject({ status: "canceled" });
    const { status, latest_charge: charge } = intent(intentId);
    expect(status === "canceled" || charge?.amount_refunded === 1100).toBe(true);
  });
});

const hear = async (type: string, object: object) => {
  const { rawBody, headers } = stripe.message(type, object);
  const address = `${shop.baseUrl}/hooks/payment/stripe`;
  const sent = { "content-type": "application/json", ...(headers as Record<string, string>) };
  return (await fetch(address, { method: "POST", headers: sent, body: new Uint8Array(rawBody) })).status;
};

const isCompleted = async ({ id }: ShownCart) =>
  (await shop.visitor().get(`/store/carts/${id}`)).body.cart.completed_at !== null;

describe("a message of Stripe about a session of v1", () => {
  it.each([
    ["stripe", "payment_intent.amount_capturable_updated", "resource_id"],
    ["stripe", "payment_intent.amount_capturable_updated", "cart_id"],
    ["stripe-ideal", "payment_intent.succeeded", "resource_id"],
  ])("by %s (%s, %s) places the order", async (providerId, type, naming) => {
    const { cart, intentId } = await aCartOfV1(providerId, naming);
    stripe.account.confirm(intentId);
    expect(await hear(type, intent(intentId))).toBe(200);
    expect(await isCompleted(cart)).toBe(true);
  });

  it("of another cart places no order", async () => {
    const { cart, intentId } = await aCartOfV1("stripe");
    stripe.account.confirm(intentId);
    intent(intentId).metadata = { resource_id: "cart_other" };
    expect(await hear("payment_intent.amount_capturable_updated", intent(intentId))).toBe(200);
    expect((await complete(shop.visitor(), cart.id)).body.type).not.toBe("order");
    expect(await isCompleted(cart)).toBe(false);
  });
});

it("a session of v1 follows the total of its cart", async () => {
  const { cart } = await aCartOfV1("stripe");
  const changed = await addLine(shop.visitor(), cart.id, variantId);
  const id = String(changed.payment_session!.data["id"]);
  expect(intent(id)).toMatchObject({
    amount: 2200,
    metadata: expect.objectContaining({ resource_id: cart.id }),
  });
});

it("a region of v1 with iDEAL opens sessions that only iDEAL can pay", async () => {
  await offerOnly("stripe-ideal");
  const cart = await aPayableCart(shop.visitor(), { place, variantId });
  expect(cart.payment_session!.provider_id).toBe("stripe-ideal");
  expect(intent(String(cart.payment_session!.data["id"]))).toMatchObject({
    payment_method_types: ["ideal"],
    capture_method: "automatic",
  });
});
