import { describe, expect } from "vitest";
import { setTraceparentSource } from "../../src/db/transactions/trace-context.ts";
import type { ProviderData } from "../../src/providers/ports/common.ts";
import type { PaymentProvider } from "../../src/providers/ports/payment.ts";
import { aPaymentRequest, aPaymentStep, aStripeShop } from "../support/factories/stripe.ts";
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

const intentOf = (data: ProviderData) => fake.account.intent(data["id"] as string);
const setStatus = (data: ProviderData, status: string) => {
  intentOf(data).status = status;
};
const context = { ip: null, resourceId: "cart_01" };

/** A session that the customer has confirmed. */
async function confirmed(shop = stripe): Promise<ProviderData> {
  const data = await shop.initiate(aPaymentRequest());
  fake.account.confirm(data["id"] as string);
  return data;
}

async function captured(): Promise<ProviderData> {
  return stripe.capture(aPaymentStep(await confirmed()));
}

describe("a request to Stripe", () => {
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  it.afterEach(() => setTraceparentSource(() => null));

  it("carries the trace while tracing is on", async () => {
    await stripe.initiate(aPaymentRequest());
    setTraceparentSource(() => traceparent);
    await stripe.initiate(aPaymentRequest());
    const traces = fake.asked.map(({ headers }) => headers["traceparent"]);
    expect(new Set(traces)).toEqual(new Set([undefined, traceparent]));
  });
});

describe("a payment is authorized", () => {
  it("when the customer has confirmed it", async () => {
    const data = await confirmed();
    const answer = await stripe.authorize(aPaymentStep(data), context);
    expect(answer).toEqual({ status: "authorized", data: { ...data, status: "requires_capture" } });
    expect(await stripe.authorize(aPaymentStep(data), context)).toEqual(answer);
    expect(await stripe.status(data)).toBe("authorized");
  });

  it("when Stripe has taken the money by itself", async () => {
    const data = await confirmed(automatic);
    expect(await automatic.authorize(aPaymentStep(data), context)).toMatchObject({
      status: "authorized",
      data: { status: "succeeded", amount_received: 1050 },
    });
    expect(await automatic.status(data)).toBe("authorized");
  });

  it.each([
    ["requires_payment_method", "requires_more", "requires_more"],
    ["requires_confirmation", "requires_more", "requires_more"],
    ["requires_action", "requires_more", "requires_more"],
    ["processing", "pending", "pending"],
    ["canceled", "error", "canceled"],
  ])("not while it is %s: that is %s", async (atStripe, status, shown) => {
    const data = await stripe.initiate(aPaymentRequest());
    setStatus(data, atStripe);
    expect(await stripe.authorize(aPaymentStep(data), context)).toMatchObject({
      status,
      data: { status: atStripe },
    });
    expect(await stripe.status(data)).toBe(shown);
  });

  it("not with a declined card; Stripe's reason is shown, the bank's is not", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    fake.account.decline(data["id"] as string);
    const answer = await stripe.authorize(aPaymentStep(data), context);
    expect(answer).toMatchObject({
      status: "requires_more",
      data: { last_payment_error: { code: "card_declined", message: "Your card was declined." } },
    });
    expect(JSON.stringify(answer)).not.toContain("stolen");
    fake.account.confirm(data["id"] as string);
    expect(await stripe.authorize(aPaymentStep(answer.data), context)).toMatchObject({
      status: "authorized",
      data: { last_payment_error: null },
    });
  });

  it("not when Stripe does not know it", async () => {
    for (const data of [{ id: "pi_gone" }, { id: "cart_01/../x" }, {}]) {
      expect(await stripe.authorize(aPaymentStep(data), context)).toMatchObject({ status: "error" });
      expect(await stripe.status(data)).toBe("error");
    }
  });
});

describe("a payment is never authorized", () => {
  const refusedFor = async (
    data: ProviderData,
    message: RegExp,
    { shop = stripe, step = {}, resourceId = "cart_01" } = {},
  ) => {
    const answer = await shop.authorize(aPaymentStep(data, step), { ip: null, resourceId });
    expect(answer).toMatchObject({
      status: "error",
      data: { last_payment_error: { message: expect.stringMatching(message) } },
    });
  };

  it("for another amount, be it more or less", async () => {
    const data = await confirmed();
    await refusedFor(data, /another amount/, { step: { amount: 1051 } });
    await refusedFor(data, /another amount/, { step: { amount: 1049 } });
    // The amount of the intent is larger than the reserved amount.
    intentOf(data).amount_capturable = 1;
    await refusedFor(data, /another amount/);
    Object.assign(intentOf(data), { amount: 2000, amount_capturable: 1050 });
    await refusedFor(data, /another amount/);
  });

  it("for an amount that was changed in the browser's hands before it was confirmed", async () => {
    const data = await stripe.initiate(aPaymentRequest());
    intentOf(data).amount = 50;
    fake.account.confirm(data["id"] as string);
    await refusedFor({ ...data, amount: 1050 }, /another amount/);
  });

  it("in another currency", async () => {
    await refusedFor(await confirmed(), /another currency/, { step: { currencyCode: "usd" } });
  });

  it("with the payment of another cart", async () => {
    await refusedFor(await confirmed(), /something else/, { resourceId: "cart_02" });
  });

  it("with money that was given back, or not all taken", async () => {
    const data = await confirmed(automatic);
    intentOf(data).amount_received = 1049;
    await refusedFor(data, /another amount/, { shop: automatic });
    intentOf(data).amount_received = 1050;
    intentOf(data).latest_charge!.amount_refunded = 1;
    await refusedFor(data, /refunded/, { shop: automatic });
  });
});

describe("a capture", () => {
  it("takes the money once, however often it is repeated", async () => {
    const data = await confirmed();
    const first = await stripe.capture(aPaymentStep(data));
    expect(first).toMatchObject({ id: data["id"], status: "succeeded", amount_received: 1050 });
    fake.forgetKeys();
    expect(await stripe.capture(aPaymentStep(data))).toEqual(first);
    expect(await stripe.status(first)).toBe("authorized");
  });

  it("may capture less; the rest is released and cannot be captured", async () => {
    const data = await confirmed();
    await stripe.capture(aPaymentStep(data, { amount: 500 }));
    expect(intentOf(data)).toMatchObject({ amount_received: 500, amount_capturable: 0 });
    const rest = stripe.capture(aPaymentStep(data, { amount: 500, idempotencyKey: "step-2" }));
    await expect(rest).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(/captured the payment already/),
    });
  });

  it("finds captures by Stripe itself and by hand", async () => {
    const data = await confirmed(automatic);
    expect(await automatic.capture(aPaymentStep(data))).toMatchObject({ amount_received: 1050 });
    const byHand = await stripe.initiate(aPaymentRequest({ resourceId: "cart_02" }));
    fake.account.confirm(byHand["id"] as string);
    fake.account.captureIntent(byHand["id"] as string, { amount_to_capture: "500" });
    await expect(stripe.capture(aPaymentStep(byHand))).rejects.toMatchObject({ type: "not_allowed" });
    expect(await stripe.capture(aPaymentStep(byHand, { amount: 500 }))).toMatchObject({
      amount_received: 500,
    });
  });

  it("is refused for more than is reserved", async () => {
    const data = await confirmed();
    await expect(stripe.capture(aPaymentStep(data, { amount: 1051 }))).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(/greater than what is authorized/),
    });
    expect(intentOf(data)).toMatchObject({ status: "requires_capture", amount_received: 0 });
  });

  it.each(["canceled", "requires_payment_method", "processing"])(
    "is refused when it is %s",
    async (status) => {
      const data = await stripe.initiate(aPaymentRequest());
      setStatus(data, status);
      await expect(stripe.capture(aPaymentStep(data))).rejects.toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining(status),
      });
    },
  );

  it("is refused for an unknown payment at Stripe", async () => {
    await expect(stripe.capture(aPaymentStep({}))).rejects.toMatchObject({ type: "not_allowed" });
    await expect(stripe.capture(aPaymentStep({ id: "pi_gone" }))).rejects.toThrow("No such payment_intent");
    expect(fake.calls()).toEqual(["POST /v1/payment_intents/:id/capture"]);
  });

  it("shows the reason of the bank, and may be retried", async () => {
    const data = await confirmed();
    const error = { type: "card_error", code: "expired_card", message: "Your card has expired." };
    fake.faults = [{ status: 402, body: { error }, isKept: true }];
    await expect(stripe.capture(aPaymentStep(data))).rejects.toMatchObject({
      name: "Refusal",
      type: "payment_authorization_error",
      message: "Your card has expired.",
    });
    expect(await stripe.capture(aPaymentStep(data))).toMatchObject({ status: "succeeded" });
  });
});

describe("a refund", () => {
  const refund = (data: ProviderData, amount: number, idempotencyKey: string) =>
    stripe.refund(aPaymentStep(data, { amount, idempotencyKey }));

  it("gives back a part, and another part", async () => {
    const data = await captured();
    const answer = await refund(data, 300, "ref_1");
    expect(answer).toEqual({
      ...data,
      last_refund: { id: expect.any(String), amount: 300, currency: "eur", status: "succeeded" },
    });
    await refund(data, 300, "ref_2");
    expect(fake.account.refunds.map(({ amount }) => amount)).toEqual([300, 300]);
    expect(fake.asked.at(-1)!.idempotencyKey).toBe("tw-refund-ref_2");
  });

  it("is done once, also when it is repeated days later or at the same time", async () => {
    const data = await captured();
    const answers = await Promise.all([1, 2, 3].map(() => refund(data, 300, "ref_1")));
    fake.forgetKeys();
    answers.push(await refund(data, 300, "ref_1"));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(fake.account.refunds).toHaveLength(1);
  });

  it("takes keys of any length", async () => {
    const data = await captured();
    await refund(data, 100, "x".repeat(300));
    await refund(data, 100, "x".repeat(301));
    await refund(data, 100, "x".repeat(300));
    expect(fake.account.refunds).toHaveLength(2);
  });

  it("is refused above the paid amount", async () => {
    const data = await captured();
    await refund(data, 1000, "ref_1");
    await expect(refund(data, 51, "ref_2")).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(/greater than unrefunded amount/),
    });
    await refund(data, 50, "ref_3");
    await expect(refund(data, 1, "ref_4")).rejects.toMatchObject({
      message: expect.stringMatching(/already been refunded/),
    });
    expect(fake.account.refunds).toHaveLength(2);
  });

  it("is refused before the money was taken", async () => {
    await expect(refund(await confirmed(), 100, "ref_1")).rejects.toMatchObject({ type: "not_allowed" });
    await expect(refund({}, 100, "ref_1")).rejects.toMatchObject({ type: "not_allowed" });
    expect(fake.account.refunds).toEqual([]);
  });

  it("that the bank sends back is no refund", async () => {
    const data = await captured();
    await refund(data, 300, "ref_1");
    fake.account.refunds[0]!.status = "failed";
    await expect(refund(data, 300, "ref_1")).rejects.toMatchObject({
      type: "not_allowed",
      message: expect.stringMatching(/could not refund/),
    });
  });
});

describe("a payment that is canceled", () => {
  it("reserves nothing any more, also when it is canceled twice", async () => {
    const data = await confirmed();
    const answer = await stripe.cancel(aPaymentStep(data));
    expect(answer).toMatchObject({ id: data["id"], status: "canceled" });
    expect(await stripe.cancel(aPaymentStep(data))).toEqual(answer);
    expect(intentOf(data).amount_capturable).toBe(0);
    expect(await stripe.status(data)).toBe("canceled");
  });

  it("is given back where Stripe took it by itself, once", async () => {
    const data = await confirmed(automatic);
    for (const _time of [1, 2]) await automatic.cancel(aPaymentStep(data));
    expect(fake.account.refunds).toMatchObject([{ amount: 1050 }]);
    expect(await automatic.authorize(aPaymentStep(data), context)).toMatchObject({ status: "error" });
  });

  it("must not be captured by the shop, nor be processed", async () => {
    const data = await captured();
    await expect(stripe.cancel(aPaymentStep(data))).rejects.toMatchObject({ type: "not_allowed" });
    expect(fake.account.refunds).toEqual([]);
    setStatus(data, "processing");
    await expect(stripe.cancel(aPaymentStep(data))).rejects.toMatchObject({ type: "not_allowed" });
  });
});
