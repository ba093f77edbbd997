import { describe, expect } from "vitest";
import { ConfigProblem, configFrom } from "../../src/config.ts";
import { loadProviders } from "../../src/providers/load-providers.ts";
import { aPaymentRequest, aPaymentStep, aStripeShop } from "../support/factories/stripe.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";

const fake = new FakeStripe();
const it = withSetup(
  () => fake.start(),
  () => fake.stop(),
);
it.beforeEach(() => fake.reset());

const broken = { status: 500, body: { error: { type: "api_error", message: "Something went wrong." } } };
const impatient = () => aStripeShop(fake, { timeout: 200 });
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as Error,
  );

/** Everything that a log writer could print of it. */
const printed = (error: Error) =>
  JSON.stringify({ ...error, message: error.message, stack: error.stack, cause: error.cause });

describe("when Stripe falters", () => {
  it("a call whose answer is lost is done once", async () => {
    const stripe = aStripeShop(fake);
    fake.faults = ["lose"];
    const data = await stripe.initiate(aPaymentRequest());
    expect(fake.account.intents.size).toBe(1);
    fake.account.confirm(data["id"] as string);
    fake.faults = ["lose"];
    expect(await stripe.capture(aPaymentStep(data))).toMatchObject({ status: "succeeded" });
    // The first request of a refund looks whether it was made before.
    fake.faults = ["refuse"];
    await stripe.refund(aPaymentStep(data, { amount: 100 }));
    expect(fake.account.refunds).toHaveLength(1);
  });

  it("it is called three times at most", async () => {
    const stripe = aStripeShop(fake);
    fake.faults = [broken, broken];
    await stripe.initiate(aPaymentRequest());
    expect(fake.calls()).toHaveLength(3);
    fake.asked = [];
    fake.faults = [broken, broken, broken];
    const problem = await problemOf(stripe.status({ id: "pi_1" }));
    expect(problem).toMatchObject({
      name: "StripeProblem",
      message: expect.stringMatching(/Something went wrong.*500/),
    });
    expect(fake.calls()).toHaveLength(3);
  });

  it("a failure that Stripe keeps under the key does not stick to the cart", async () => {
    fake.faults = [{ ...broken, isKept: true }];
    expect(await aStripeShop(fake).initiate(aPaymentRequest())).toMatchObject({ amount: 1050 });
    expect(fake.account.intents.size).toBe(1);
  });

  it("one that does not answer is aborted", async () => {
    fake.faults = ["hang", "hang", "hang"];
    const problem = await problemOf(impatient().initiate(aPaymentRequest()));
    expect(problem).toMatchObject({ name: "StripeProblem", message: expect.stringMatching(/timeout/) });
    expect(fake.account.intents.size).toBe(0);
    fake.faults = ["hang"];
    expect(await impatient().initiate(aPaymentRequest())).toMatchObject({ amount: 1050 });
  });

  it("one that cannot be reached is no answer to anything", async () => {
    const stripe = aStripeShop(fake, { apiUrl: "http://127.0.0.1:1" });
    const data = { id: "pi_1" };
    const calls = [
      stripe.initiate(aPaymentRequest()),
      stripe.update(data, aPaymentRequest()),
      stripe.authorize(aPaymentStep(data), { ip: null, resourceId: "cart_01" }),
      stripe.capture(aPaymentStep(data)),
      stripe.refund(aPaymentStep(data)),
      stripe.cancel(aPaymentStep(data)),
      stripe.deleteSession(data),
      stripe.status(data),
    ];
    for (const call of await Promise.all(calls.map(problemOf))) {
      expect(call).toMatchObject({ name: "StripeProblem" });
    }
  });

  it("an answer that is not Stripe's, or too many requests, is a problem too", async () => {
    const stripe = aStripeShop(fake);
    const error = { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." };
    fake.faults = [{ status: 429, body: { error } }];
    expect(await problemOf(stripe.status({ id: "pi_1" }))).toMatchObject({ name: "StripeProblem" });
    fake.faults = [{ status: 400, body: { error: { type: "idempotency_error", message: "Keys" } } }];
    expect(await problemOf(stripe.initiate(aPaymentRequest()))).toMatchObject({ name: "StripeProblem" });
  });
});

describe("secrets stay secret", () => {
  it("with a wrong key", async () => {
    const stripe = aStripeShop(fake, { apiKey: "sk_test_wrongKeyOfTheTests" });
    const problem = await problemOf(stripe.initiate(aPaymentRequest()));
    expect(problem).toMatchObject({
      name: "StripeProblem",
      message: expect.stringMatching(/Invalid API Key provided: sk_…/),
    });
    expect(printed(problem!)).not.toContain("sk_test");
  });

  it("in errors that carry an intent", async () => {
    const payment_intent = { id: "pi_1", client_secret: "pi_1_secret_abc" };
    const error = { type: "card_error", code: "card_declined", message: "Declined.", payment_intent };
    fake.faults = [{ status: 402, body: { error } }];
    const refusal = await problemOf(aStripeShop(fake).capture(aPaymentStep({ id: "pi_1" })));
    expect(refusal).toMatchObject({ type: "payment_authorization_error", message: "Declined." });
    expect(printed(refusal!)).not.toContain("_secret_");
    const message = "No such payment_intent: 'pi_1_secret_abc'";
    fake.faults = [{ status: 404, body: { error: { type: "invalid_request_error", message } } }];
    const problem = await problemOf(aStripeShop(fake).status({ id: "pi_1" }));
    expect(printed(problem!)).not.toContain("_secret_abc");
  });
});

describe("the settings", () => {
  const account = { STRIPE_API_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };

  it("bring Stripe into the shop, or leave it out", async () => {
    expect((await loadProviders(configFrom({}))).payment.ids()).toEqual(["manual"]);
    expect((await loadProviders(configFrom(account))).payment.ids()).toEqual(["manual", "stripe"]);
  });

  it("decide how it is used", async () => {
    const environment = {
      STRIPE_API_KEY: fake.apiKey,
      STRIPE_WEBHOOK_SECRET: fake.webhookSecret,
      STRIPE_API_URL: `${fake.url}/`,
      STRIPE_CAPTURE: "automatic",
      STRIPE_RECEIPTS: "on",
      TRADEWIND_PUBLIC_URL: "https://api.shop.example/",
    };
    const { payment } = await loadProviders(configFrom(environment));
    const { id } = await payment.find("stripe")!.initiate(aPaymentRequest());
    expect(fake.account.intent(id as string)).toMatchObject({
      capture_method: "automatic",
      receipt_email: "ada@example.com",
      metadata: { shop: "https://api.shop.example" },
    });
  });

  it("need the secret of the webhook", async () => {
    const config = configFrom({ STRIPE_API_KEY: "rk_live_1" });
    await expect(loadProviders(config)).rejects.toThrow(ConfigProblem);
    await expect(loadProviders(config)).rejects.toThrow("STRIPE_WEBHOOK_SECRET: it is needed");
  });

  it.each([
    ["STRIPE_API_KEY", "pk_live_123"],
    ["STRIPE_API_KEY", "sk_live_12 3"],
    ["STRIPE_WEBHOOK_SECRET", "sk_live_123"],
    ["STRIPE_CAPTURE", "later"],
    ["STRIPE_API_URL", "api.stripe.com"],
    ["STRIPE_API_URL", "https://proxy.example/stripe"],
    ["STRIPE_API_URL", "https://user:word@proxy.example"],
  ])("say what is wrong: %s=%s", (variable, value) => {
    const problem = () => configFrom({ ...account, [variable]: value });
    expect(problem).toThrow(ConfigProblem);
    expect(problem).toThrow(variable);
    if (/KEY|SECRET/.test(variable)) expect(problem).not.toThrow(value);
  });
});
