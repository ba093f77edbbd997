import { type Config, ConfigProblem } from "../../config.ts";
import { publicUrlOf } from "../../public-url.ts";
import type { PaymentProvider } from "../ports/payment.ts";
import { stripePayment } from "./stripe-payment.ts";
import { SINGLE_METHODS } from "./stripe-settings.ts";

type StripeConfig = Pick<
  Config,
  | "stripeApiKey"
  | "stripeWebhookSecret"
  | "stripePublishableKey"
  | "stripeCapture"
  | "stripeReceipts"
  | "stripeApiUrl"
  | "publicUrl"
  | "port"
>;

interface BuiltInStripe {
  provider: PaymentProvider;
  /** In a shop that comes from v1, regions and payments may refer to them. */
  ofV1: PaymentProvider[];
}

/** Payment by Stripe, if the configuration has an API key. */
export function builtInStripe(config: StripeConfig): BuiltInStripe | null {
  const { stripeApiKey: apiKey, stripeWebhookSecret: webhookSecret } = config;
  if (!apiKey) return null;
  // Without webhooks a payment that is confirmed later, or after the customer closed the window, would never become an order.
  if (!webhookSecret) throw new ConfigProblem("STRIPE_WEBHOOK_SECRET: it is needed with STRIPE_API_KEY");
  const settings = {
    apiKey,
    webhookSecret,
    publishableKey: config.stripePublishableKey,
    capture: config.stripeCapture,
    hasReceipts: config.stripeReceipts === "on",
    apiUrl: config.stripeApiUrl,
    shop: publicUrlOf(config),
  };
  return {
    provider: stripePayment(settings),
    ofV1: SINGLE_METHODS.map((single) => stripePayment({ ...settings, capture: "automatic", single })),
  };
}
