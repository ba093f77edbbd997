import { readHttpUrl } from "../files/files-settings.ts";

/** An account at Stripe, and how the shop uses it. */
export interface StripeSettings {
  apiKey: string;
  webhookSecret: string;
  /** Whether the shop takes the money, or Stripe does as soon as the customer confirms. */
  capture: "manual" | "automatic";
  /** Whether Stripe sends a receipt to the customer. */
  hasReceipts: boolean;
  /** Stripe's own when absent. */
  apiUrl?: string;
  /** What the shop is called in the records at Stripe. */
  shop: string;
  /** How long to wait for one answer, in milliseconds. */
  timeout?: number;
}

/** Messages never quote the value: it is a secret, or one that was put in the wrong place. */
const secretWith = (prefix: RegExp, complaint: string) => (given: string | undefined) => {
  if (given !== undefined && !(prefix.test(given) && /^\S+$/.test(given))) throw new Error(complaint);
  return given;
};

export const readApiKey = secretWith(
  /^(sk|rk)_./,
  "it must be a secret key (sk_…) or a restricted key (rk_…); publishable keys (pk_…) belong to the storefront",
);

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
