import { readHttpUrl } from "../files/files-settings.ts";

/** An account at Stripe, and how the shop uses it. */
export interface StripeSettings {
  apiKey: string;
  webhookSecret: string;
  /** For Stripe's scripts in the page at `/pay`. Without it the page does not offer Stripe. */
  publishableKey?: string | undefined;
  /** Whether the shop captures, or Stripe does when the customer confirms. */
  capture: "manual" | "automatic";
  /** Whether Stripe sends a receipt to the customer. */
  hasReceipts: boolean;
  /** Stripe's own when absent. */
  apiUrl?: string;
  /** The name of the shop in Stripe's records. */
  shop: string;
  /** A provider for one payment method alone, as v1's plugin has them; without it, for all that the account offers. */
  single?: SingleMethod;
  /** Timeout of one call, in milliseconds. */
  timeout?: number;
}

/** The provider, and the payment method by its name at Stripe. */
export interface SingleMethod {
  id: string;
  method: string;
}

/** Of v1's plugin `medusa-payment-stripe`, beside `stripe`. Stripe captures these itself: their banks know no reservation. */
export const SINGLE_METHODS: readonly SingleMethod[] = [
  { id: "stripe-bancontact", method: "bancontact" },
  { id: "stripe-blik", method: "blik" },
  { id: "stripe-giropay", method: "giropay" },
  { id: "stripe-ideal", method: "ideal" },
  { id: "stripe-przelewy24", method: "p24" },
];

/** Messages never quote the value: it may be a secret. */
const secretWith = (prefix: RegExp, message: string) => (given: string | undefined) => {
  if (given !== undefined && !(prefix.test(given) && /^\S+$/.test(given))) throw new Error(message);
  return given;
};

export const readApiKey = secretWith(
  /^(sk|rk)_./,
  "it must be a secret key (sk_…) or a restricted key (rk_…); publishable keys (pk_…) belong to the storefront",
);

export const readPublishableKey = secretWith(/^pk_./, "it must be a publishable key (pk_…)");

export const readWebhookSecret = secretWith(
  /^whsec_./,
  "it must be the signing secret of a webhook (whsec_…)",
);

export function readApiUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { origin, href } = new URL(readHttpUrl(given));
  if (href !== `${origin}/`) throw new Error("it must be a protocol, a host and perhaps a port");
  return origin;
}
