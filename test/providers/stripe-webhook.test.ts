import { describe, expect } from "vitest";
import type { PaymentNews, PaymentWebhook } from "../../src/providers/ports/payment.ts";
import { aPaymentRequest, aStripeShop } from "../support/factories/stripe.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { FakeStripe } from "../support/services/fake-stripe.ts";

const fake = new FakeStripe();
const it = withSetup(
  () => fake.start(),
  () => fake.stop(),
);
it.beforeEach(() => fake.reset());

const hear = (message: PaymentWebhook): Promise<PaymentNews> => aStripeShop(fake).webhook!(message);

async function anIntent() {
  const { id } = await aStripeShop(fake).initiate(aPaymentRequest());
  return fake.account.intent(id as string);
}

describe("a message of Stripe", () => {
  it.each([
    ["payment_intent.amount_capturable_updated", "authorized"],
    ["payment_intent.succeeded", "captured"],
    ["payment_intent.payment_failed", "failed"],
    ["payment_intent.canceled", "canceled"],
  ])("%s means %s", async (type, kind) => {
    const intent = await anIntent();
    const { id, client_secret } = intent;
    expect(await hear(fake.message(type, intent))).toEqual({
      kind,
      resourceId: "cart_01",
      data: expect.objectContaining({ id, client_secret, amount: 1050, currency: "eur" }),
    });
  });

  it.each(["payment_intent.created", "payment_intent.processing", "charge.refunded", "constructor"])(
    "%s means nothing",
    async (type) => {
      expect(await hear(fake.message(type, await anIntent()))).toEqual({ kind: "nothing" });
    },
  );

  it("is ignored when it is about foreign payments", async () => {
    const intent = await anIntent();
    for (const metadata of [{}, { order: "7" }, null, undefined]) {
      const message = fake.message("payment_intent.succeeded", { ...intent, metadata });
      expect(await hear(message)).toEqual({ kind: "nothing" });
    }
  });

  it("is believed for five minutes", async () => {
    const intent = await anIntent();
    const sent = (secondsAgo: number) =>
      hear(
        fake.message("payment_intent.succeeded", intent, {
          sentAt: new Date(Date.now() - secondsAgo * 1000),
        }),
      );
    expect(await sent(240)).toMatchObject({ kind: "captured" });
    await expect(sent(310)).rejects.toMatchObject({ type: "invalid_data" });
  });
});

describe("a message that is not of Stripe is refused", () => {
  const refused = async (message: PaymentWebhook) => {
    const problem = await hear(message).catch((error: unknown) => error);
    expect(problem).toMatchObject({
      name: "Refusal",
      type: "invalid_data",
      message: expect.stringMatching(/signature/),
    });
    expect(JSON.stringify(problem)).not.toContain("pi_");
  };

  it("when it has no signature, or none that can be read", async () => {
    const { rawBody } = fake.message("payment_intent.succeeded", await anIntent());
    const signatures = [undefined, "", "nonsense", "t=1", "v1=abc", ["t=1,v1=a", "t=2,v1=b"], "t=x,v1=é"];
    for (const signature of signatures) {
      await refused({ rawBody, headers: { "stripe-signature": signature } });
    }
    await refused({ rawBody, headers: {} });
  });

  it("when it is signed with another secret", async () => {
    await refused(fake.message("payment_intent.succeeded", await anIntent(), { secret: "whsec_other" }));
  });

  it("when a single byte or the time is another one", async () => {
    const { rawBody, headers } = fake.message("payment_intent.succeeded", await anIntent());
    const changed = Buffer.from(rawBody.toString().replace("cart_01", "cart_02"));
    await refused({ rawBody: changed, headers });
    await refused({ rawBody: Buffer.concat([rawBody, Buffer.from(" ")]), headers });
    await refused({ rawBody: Buffer.alloc(0), headers });
    const signature = headers["stripe-signature"] as string;
    const later = signature.replace(/t=(\d+)/, (_, time) => `t=${Number(time) + 1}`);
    await refused({ rawBody, headers: { "stripe-signature": later } });
  });
});
