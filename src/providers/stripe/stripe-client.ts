import type { Stripe } from "stripe";
import { problemOf } from "./stripe-problem.ts";
import type { StripeSettings } from "./stripe-settings.ts";

export interface StripeClient {
  /** Throws a refusal, or an error that is safe to log. */
  ask<Answer>(call: (stripe: Stripe) => Promise<Answer>): Promise<Answer>;
}

const TIMEOUT = 10_000;
/** After timeouts, lost connections and errors at Stripe, with the idempotency key of the first attempt. */
const RETRIES = 2;

/** The SDK is large, so it is loaded with the first payment. */
export function stripeClient({ apiKey, apiUrl, timeout = TIMEOUT }: StripeSettings): StripeClient {
  let opened: Promise<Stripe> | undefined;
  const open = async () => {
    const { Stripe: Sdk } = await import("stripe");
    return new Sdk(apiKey, {
      ...addressOf(apiUrl),
      timeout,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      appInfo: { name: "Tradewind" },
    });
  };
  return {
    async ask(call) {
      opened ??= open();
      const stripe = await opened;
      try {
        return await call(stripe);
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}

function addressOf(apiUrl: string | undefined) {
  if (!apiUrl) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? ("http" as const) : ("https" as const),
  };
}
