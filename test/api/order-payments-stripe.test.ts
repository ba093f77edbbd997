import { describe, expect } from "vitest";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { aPayableCart, aPlace, complete, type Place } from "../support/factories/carts.ts";
import { booksOf } from "../support/factories/order-money.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { aStripeShop } from "../support/factories/stripe.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";

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

/** 11.00, confirmed by the customer. */
async function anOrderAtStripe() {
  const cart = await aPayableCart(shop.visitor(), { place, variantId });
  const intentId = String(cart.payment_session!.data["id"]);
  stripe.account.confirm(intentId);
  const { data } = (await complete(shop.visitor(), cart.id)).body;
  return { id: data.id as string, intentId };
}

const post = (id: string, action: string, body?: unknown) =>
  shop.admin.post(`/admin/orders/${id}/${action}`, body);
const intent = (id: string) => stripe.account.intent(id);

describe("an order that is paid at Stripe", () => {
  it("is captured and given back in parts there", async () => {
    const { id, intentId } = await anOrderAtStripe();
    expect((await post(id, "capture")).body.order.payment_status).toBe("captured");
    expect(intent(intentId)).toMatchObject({ status: "succeeded", amount_received: 1100 });
    await post(id, "refund", { amount: 300, reason: "other" });
    await post(id, "refund", { amount: 300, reason: "other" });
    expect(stripe.account.refunds.map(({ amount }) => amount)).toEqual([300, 300]);
    expect(await booksOf(shop.db, id)).toMatchObject({ status: "partially_refunded", refunds: [300, 300] });
  });

  it("releases the money there when it is canceled", async () => {
    const { id, intentId } = await anOrderAtStripe();
    expect((await post(id, "cancel")).body.order).toMatchObject({
      status: "canceled",
      payments: [{ canceled_at: expect.any(String) }],
    });
    expect(intent(intentId).status).toBe("canceled");
  });

  it("gives captured money back when it is canceled", async () => {
    const { id } = await anOrderAtStripe();
    await post(id, "capture");
    expect((await post(id, "cancel")).status).toBe(200);
    expect(stripe.account.refunds.map(({ amount }) => amount)).toEqual([1100]);
  });

  it("stays as it is when Stripe has given the money back already", async () => {
    const { id, intentId } = await anOrderAtStripe();
    await post(id, "capture");
    // It was done in Stripe's dashboard.
    stripe.account.createRefund({ payment_intent: intentId, amount: "1100" });
    const refused = await post(id, "refund", { amount: 300, reason: "other" });
    expect(refused).toMatchObject({ status: 400, body: { type: "not_allowed" } });
    expect(await booksOf(shop.db, id)).toMatchObject({ status: "captured", refunded: 0, refunds: [] });
  });
});
