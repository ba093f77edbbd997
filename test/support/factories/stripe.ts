import type { Customer } from "../../../src/providers/ports/common.ts";
import type { PaymentRequest, PaymentStep } from "../../../src/providers/ports/payment.ts";
import { stripePayment } from "../../../src/providers/stripe/stripe-payment.ts";
import type { StripeSettings } from "../../../src/providers/stripe/stripe-settings.ts";
import type { FakeStripe } from "../services/fake-stripe.ts";

export const aStripeCustomer = (details: Partial<Customer> = {}): Customer => ({
  id: "cus_01",
  email: "ada@example.com",
  firstName: "Ada",
  lastName: "Lovelace",
  metadata: {},
  ...details,
});

export const aPaymentRequest = (details: Partial<PaymentRequest> = {}): PaymentRequest => ({
  resourceId: "cart_01",
  amount: 1050,
  currencyCode: "eur",
  email: "ada@example.com",
  customer: null,
  billingAddress: null,
  ...details,
});

export const aPaymentStep = (data: PaymentStep["data"], details: Partial<PaymentStep> = {}): PaymentStep => ({
  data,
  amount: 1050,
  currencyCode: "eur",
  idempotencyKey: "step-1",
  ...details,
});

/** A shop that is paid by the fake. */
export const aStripeShop = (fake: FakeStripe, settings: Partial<StripeSettings> = {}) =>
  stripePayment({
    apiKey: fake.apiKey,
    webhookSecret: fake.webhookSecret,
    capture: "manual",
    hasReceipts: false,
    apiUrl: fake.url,
    shop: "https://shop.example",
    ...settings,
  });
