import { describe, expect } from "vitest";
import type { ProviderData } from "../../src/providers/ports/common.ts";
import type { PaymentProvider } from "../../src/providers/ports/payment.ts";
import { aPaymentRequest, aStripeCustomer, aStripeShop } from "../support/factories/stripe.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";

const fake = new FakeStripe();
let stripe: PaymentProvider;
let automatic: PaymentProvider;

const it = withSetup(
  () => fake.start(),
  () => fake.stop(),
);
it.beforeEach(() => {
  fake.reset();
  stripe = aStripeShop(fake);
  automatic = aStripeShop(fake, { capture: "automatic" });
});

const intents = () => [...fake.account.intents.values()];
const intentOf = (data: ProviderData) => fake.account.intent(data["id"] as string);
const setStatus = (data: ProviderData, status: string) => {
  intentOf(data).status = status;
};

describe("a session that is opened", () => {
  it("is an intent that the storefront can confirm, and holds no key", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    expect(data).toEqual({
      id: expect.stringMatching(/^pi_/),
      client_secret: expect.stringContaining("_secret_"),
      amount: 1050,
      amount_received: 0,
      currency: "eur",
      status: "requires_payment_method",
      last_payment_error: null,
    });
    expect(JSON.stringify(data)).not.toContain(fake.apiKey);
    expect(intentOf(data)).toMatchObject({
      capture_method: "manual",
      customer: null,
      receipt_email: null,
      metadata: { resource_id: "cart_01", shop: "https://shop.example" },
    });
    expect(fake.asked[0]!.idempotencyKey).toMatch(/^tw-init-cart_01-[0-9a-f]{32}$/);
    expect(fake.asked[0]!.params["automatic_payment_methods"]).toEqual({ enabled: "true" });
  });

  it("captures automatically, and sends receipts, where the settings say so", async () => {
    const shop = aStripeShop(fake, { capture: "automatic", hasReceipts: true });
    const data = await shop.initiate(aPaymentRequest());
    expect(intentOf(data)).toMatchObject({ capture_method: "automatic", receipt_email: "ada@example.com" });
    expect(intentOf(await shop.initiate(aPaymentRequest({ email: null })))).toMatchObject({
      receipt_email: null,
    });
  });

  it("counts as Stripe does", async () => {
    const data = await stripe.initiate(aPaymentRequest({ amount: 50, currencyCode: "ISK" }));
    expect(data).toMatchObject({ amount: 5000, currency: "isk" });
    await expect(
      stripe.initiate(aPaymentRequest({ amount: 5124, currencyCode: "kwd" })),
    ).rejects.toMatchObject({ type: "not_allowed", message: expect.stringContaining("0.010") });
    expect(intents()).toHaveLength(1);
  });

  it("is the same when the call is repeated, also by several at the same time", async () => {
    const calls = [1, 2, 3, 4].map(() => stripe.initiate(aPaymentRequest()));
    const ids = (await Promise.all(calls)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect(await stripe.initiate(aPaymentRequest())).toMatchObject({ id: ids[0] });
    expect(intents()).toHaveLength(1);
  });

  it("is another one for another cart, amount or currency", async () => {
    await stripe.initiate(aPaymentRequest());
    await stripe.initiate(aPaymentRequest({ resourceId: "cart_02" }));
    await stripe.initiate(aPaymentRequest({ amount: 2000 }));
    await stripe.initiate(aPaymentRequest({ currencyCode: "usd" }));
    expect(intents()).toHaveLength(4);
  });

  it("is distinguished by the key of the shop, also while the earlier one exists", async () => {
    const first = await stripe.initiate(aPaymentRequest({ idempotencyKey: "ps_1" }));
    expect(await stripe.initiate(aPaymentRequest({ idempotencyKey: "ps_1" }))).toEqual(first);
    const second = await stripe.initiate(aPaymentRequest({ idempotencyKey: "ps_2" }));
    expect(second["id"]).not.toBe(first["id"]);
    expect(fake.asked.at(-1)!.idempotencyKey).toMatch(/^tw-init-ps_2-/);
    await stripe.deleteSession(first);
    expect(intentOf(second).status).toBe("requires_payment_method");
  });

  it("is a fresh one after the earlier was deleted, again and again", async () => {
    const ids = new Set<unknown>();
    for (let round = 1; round <= 12; round += 1) {
      const data = await stripe.initiate(aPaymentRequest());
      expect(data["status"]).toBe("requires_payment_method");
      ids.add(data["id"]);
      expect(ids.size).toBe(round);
      // Repeating it finds the fresh one, as long as Stripe is asked with keys of ours.
      if (round < 8) expect(await stripe.initiate(aPaymentRequest())).toMatchObject({ id: data["id"] });
      await stripe.deleteSession(data);
    }
    expect(intents().every(({ status }) => status === "canceled")).toBe(true);
    fake.asked = [];
    await stripe.initiate(aPaymentRequest());
    expect(fake.asked.length).toBeLessThan(20);
  });

  it("finds a payment that the customer has confirmed in the meantime", async () => {
    const { id } = await stripe.initiate(aPaymentRequest());
    fake.account.confirm(id as string);
    expect(await stripe.initiate(aPaymentRequest())).toMatchObject({ id, status: "requires_capture" });
    expect(intents()).toHaveLength(1);
  });

  it("has the requested amount in any state of the intent", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    await stripe.update(data, aPaymentRequest({ amount: 2000 }));
    expect(await stripe.initiate(aPaymentRequest())).toMatchObject({ id: data["id"], amount: 1050 });
    expect(intentOf(data).amount).toBe(1050);
  });

  it.each([
    [{ amount: 10 }, /at least €0.50/],
    [{ currencyCode: "xts" }, /Invalid currency/],
  ])("is refused with Stripe's reason: %j", async (details, message) => {
    await expect(stripe.initiate(aPaymentRequest(details))).rejects.toMatchObject({
      name: "Refusal",
      type: "not_allowed",
      message: expect.stringMatching(message),
    });
    expect(intents()).toEqual([]);
  });
});

describe("a session whose cart changes", () => {
  it("follows the amount there and back", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    for (const amount of [2000, 1050, 2000]) {
      const changed = await stripe.update(data, aPaymentRequest({ amount }));
      expect(changed).toMatchObject({ id: data["id"], client_secret: data["client_secret"], amount });
      expect(intentOf(data).amount).toBe(amount);
    }
    expect(intents()).toHaveLength(1);
  });

  it("only reads from Stripe when nothing has changed", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    fake.asked = [];
    expect(await stripe.update(data, aPaymentRequest())).toEqual(data);
    expect(fake.calls()).toEqual(["GET /v1/payment_intents/:id"]);
  });

  it("follows the email where there are receipts", async () => {
    const shop = aStripeShop(fake, { hasReceipts: true });
    const data = await shop.initiate(aPaymentRequest());
    await shop.update(data, aPaymentRequest({ email: "new@example.com" }));
    expect(intentOf(data).receipt_email).toBe("new@example.com");
    await shop.update(data, aPaymentRequest({ email: null }));
    expect(intentOf(data).receipt_email).toBeNull();
  });

  it("keeps the storefront's data, but never instead of Stripe's", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    const sent = { gift: true, id: "pi_other", amount: 1, status: "succeeded", client_secret: "x" };
    expect(await stripe.update(data, aPaymentRequest(), sent)).toEqual({ ...data, gift: true });
    const later = await stripe.update({ ...data, gift: true }, aPaymentRequest({ amount: 2000 }));
    expect(later).toMatchObject({ id: data["id"], amount: 2000, gift: true });
  });

  it("keeps a payment that is authorized for the same amount", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    fake.account.confirm(data["id"] as string);
    expect(await stripe.update(data, aPaymentRequest())).toMatchObject({
      id: data["id"],
      status: "requires_capture",
    });
    expect(intents()).toHaveLength(1);
  });

  it("gets a new intent when the old one is authorized for another amount, and releases the old", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    fake.account.confirm(data["id"] as string);
    const request = aPaymentRequest({ amount: 2000 });
    const next = await stripe.update(data, request);
    expect(next).toMatchObject({ amount: 2000, status: "requires_payment_method" });
    expect(next["id"]).not.toBe(data["id"]);
    expect(intentOf(data)).toMatchObject({ status: "canceled", amount_capturable: 0 });
    // The shop crashed before it wrote down the new one.
    expect(await stripe.update(data, request)).toEqual(next);
    expect(intents()).toHaveLength(2);
  });

  it("gives the money back where Stripe had taken it for another amount", async () => {
    const data = await automatic.initiate(aPaymentRequest());
    fake.account.confirm(data["id"] as string);
    const request = aPaymentRequest({ amount: 2000 });
    const next = await automatic.update(data, request);
    expect(next).toMatchObject({ amount: 2000, status: "requires_payment_method" });
    expect(await automatic.update(data, request)).toEqual(next);
    expect(fake.account.refunds).toMatchObject([{ payment_intent: data["id"], amount: 1050 }]);
  });

  it("gets a new intent when the old one was canceled, is gone, or is in another currency", async () => {
    const canceled = await stripe.initiate(aPaymentRequest());
    setStatus(canceled, "canceled");
    const second = await stripe.update(canceled, aPaymentRequest());
    expect(second["id"]).not.toBe(canceled["id"]);
    const third = await stripe.update(second, aPaymentRequest({ currencyCode: "usd" }));
    expect(third).toMatchObject({ currency: "usd" });
    expect(intentOf(second).status).toBe("canceled");
    for (const data of [{ id: "pi_gone" }, {}, { id: 5 }]) {
      const fresh = await stripe.update(data, aPaymentRequest({ resourceId: "cart_03" }));
      expect(intentOf(fresh).metadata["resource_id"]).toBe("cart_03");
    }
  });

  it("never touches the intent of another cart", async () => {
    const other = await stripe.initiate(aPaymentRequest({ resourceId: "cart_02" }));
    const data = await stripe.update(other, aPaymentRequest({ amount: 2000 }));
    expect(data["id"]).not.toBe(other["id"]);
    expect(intentOf(other)).toMatchObject({ amount: 1050, status: "requires_payment_method" });
  });

  it("cannot change while the bank is at it", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    setStatus(data, "processing");
    await expect(stripe.update(data, aPaymentRequest({ amount: 2000 }))).rejects.toMatchObject({
      type: "not_allowed",
    });
    expect(intents()).toHaveLength(1);
    expect(await stripe.update(data, aPaymentRequest())).toMatchObject({ id: data["id"] });
  });

  /** Open when it is looked at, confirmed when it is to be changed. */
  const confirmAfterNextLook = () => {
    const look = fake.account.intent.bind(fake.account);
    fake.account.intent = (id) => {
      fake.account.intent = look;
      const seen = { ...look(id) };
      fake.account.confirm(id);
      return seen;
    };
  };

  it("is replaced when the customer confirms another amount at the very moment", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    confirmAfterNextLook();
    const next = await stripe.update(data, aPaymentRequest({ amount: 2000 }));
    expect(next).toMatchObject({ amount: 2000, status: "requires_payment_method" });
    expect(intentOf(data).status).toBe("canceled");
  });

  it("keeps what the customer confirms at the very moment when only the email changes", async () => {
    const shop = aStripeShop(fake, { hasReceipts: true });
    const data = await shop.initiate(aPaymentRequest());
    confirmAfterNextLook();
    expect(await shop.update(data, aPaymentRequest({ email: "new@example.com" }))).toMatchObject({
      id: data["id"],
      status: "requires_capture",
    });
  });
});

describe("a session that is deleted", () => {
  it("is canceled, also twice, or when it is gone", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    await stripe.deleteSession(data);
    await stripe.deleteSession(data);
    expect(intentOf(data).status).toBe("canceled");
    await stripe.deleteSession({ id: "pi_gone" });
    await stripe.deleteSession({});
  });

  it("releases reserved money, and refunds automatic captures", async () => {
    const reserved = await stripe.initiate(aPaymentRequest());
    fake.account.confirm(reserved["id"] as string);
    await stripe.deleteSession(reserved);
    expect(intentOf(reserved)).toMatchObject({ status: "canceled", amount_capturable: 0 });
    const taken = await automatic.initiate(aPaymentRequest({ resourceId: "cart_02" }));
    fake.account.confirm(taken["id"] as string);
    await automatic.deleteSession(taken);
    await automatic.deleteSession(taken);
    expect(fake.account.refunds).toMatchObject([{ payment_intent: taken["id"], amount: 1050 }]);
  });

  it("stays as it is where that is impossible", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    setStatus(data, "processing");
    await stripe.deleteSession(data);
    expect(intentOf(data).status).toBe("processing");
    setStatus(data, "succeeded");
    await stripe.deleteSession(data);
    expect(fake.account.refunds).toEqual([]);
  });
});

describe("the customer", () => {
  const request = (details = {}) => aPaymentRequest({ customer: aStripeCustomer(), ...details });

  it("is known to Stripe once, by the id in the shop", async () => {
    const data = await stripe.initiate(request());
    await stripe.initiate(request({ resourceId: "cart_02" }));
    fake.forgetKeys();
    await stripe.initiate(request({ resourceId: "cart_03" }));
    const [customer, ...others] = fake.account.customers;
    expect(others).toEqual([]);
    expect(customer).toMatchObject({ email: "ada@example.com", metadata: { customer_id: "cus_01" } });
    expect(intentOf(data)).toMatchObject({ customer: customer!.id, metadata: { customer_id: "cus_01" } });
  });

  it("is one, and so is the intent, when several calls come at the same time", async () => {
    const calls = [1, 2, 3].map(() => stripe.initiate(request()));
    expect(new Set((await Promise.all(calls)).map(({ id }) => id)).size).toBe(1);
    expect(fake.account.customers).toHaveLength(1);
  });

  it("is created again when it was deleted at Stripe", async () => {
    await stripe.initiate(request());
    fake.account.customers[0]!.deleted = true;
    await stripe.initiate(request({ resourceId: "cart_02" }));
    expect(fake.account.customers).toHaveLength(2);
    expect(intents()[1]!.customer).toBe(fake.account.customers[0]!.id);
  });

  it("can pay with an email that Stripe does not take", async () => {
    const customer = aStripeCustomer({ email: "ada@host.invalid" });
    expect(intentOf(await stripe.initiate(request({ customer }))).customer).toBeNull();
  });

  it("who logs in gets an intent of their own", async () => {
    const guest = await stripe.initiate(aPaymentRequest());
    const data = await stripe.update(guest, request());
    expect(intentOf(guest).status).toBe("canceled");
    expect(intentOf(data).customer).toBe(fake.account.customers[0]!.id);
    fake.asked = [];
    await stripe.update(data, request({ amount: 2000 }));
    expect(fake.calls()).toEqual(["GET /v1/payment_intents/:id", "POST /v1/payment_intents/:id"]);
  });

  it("sees their saved cards, and no more of them than needed", async () => {
    expect(await stripe.savedMethods!(aStripeCustomer())).toEqual([]);
    await stripe.initiate(request());
    const card = { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2030, fingerprint: "secret" };
    const customer = fake.account.customers[0]!.id;
    const billing_details = { email: "ada@example.com" };
    fake.account.methods.push({ id: "pm_1", type: "card", created: 1, customer, card, billing_details });
    fake.account.methods.push({ id: "pm_2", type: "card", created: 1, customer: "cus_other", card });
    expect(await stripe.savedMethods!(aStripeCustomer())).toEqual([
      {
        id: "pm_1",
        type: "card",
        created: 1,
        card: { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2030 },
      },
    ]);
  });

  it("cannot get at the cards of another by metadata or email", async () => {
    await stripe.initiate(request());
    const customer = fake.account.customers[0]!.id;
    fake.account.methods.push({ id: "pm_1", type: "card", created: 1, customer });
    const thief = aStripeCustomer({ id: "cus_02", metadata: { stripe_id: customer } });
    expect(await stripe.savedMethods!(thief)).toEqual([]);
    const data = await stripe.initiate(aPaymentRequest({ resourceId: "cart_02", customer: thief }));
    expect(intentOf(data).customer).not.toBe(customer);
  });
});
