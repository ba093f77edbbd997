import { type Config, ConfigProblem } from "../../config.ts";
import { publicUrlOf } from "../../public-url.ts";
import type { PaymentProvider } from "../ports/payment.ts";
import { stripePayment } from "./stripe-payment.ts";

type StripeConfig = Pick<
  Config,
  | "stripeApiKey"
  | "stripeWebhookSecret"
  | "stripeCapture"
  | "stripeReceipts"
  | "stripeApiUrl"
  | "publicUrl"
  | "port"
>;

/** Payment by Stripe, if the configuration has an API key. */
export function builtInStripe(config: StripeConfig): PaymentProvider | null {
  const { stripeApiKey: apiKey, stripeWebhookSecret: webhookSecret } = config;
  if (!apiKey) return null;
  // Without webhooks a payment that is confirmed later, or after the customer closed the window, would never become an order.
  if (!webhookSecret) throw new ConfigProblem("STRIPE_WEBHOOK_SECRET: it is needed with STRIPE_API_KEY");
  return stripePayment({
    apiKey,
    webhookSecret,
    capture: config.stripeCapture,
    hasReceipts: config.stripeReceipts === "on",
    apiUrl: config.stripeApiUrl,
    shop: publicUrlOf(config),
  });
}
