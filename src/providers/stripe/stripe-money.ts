import type { Stripe } from "stripe";
import { notAllowed } from "../../kernel/refusal.ts";
import type { PaymentStep } from "../ports/payment.ts";
import { stripeAmount } from "./stripe-amount.ts";
import { keyFor, type StripeClient } from "./stripe-client.ts";
import type { Intent } from "./stripe-intent.ts";
import { nullIf } from "./stripe-problem.ts";

type Step = Pick<PaymentStep, "amount" | "currencyCode" | "idempotencyKey">;

/** Captures and refunds. */
export function stripeMoney(client: StripeClient, find: (id: string) => Promise<Intent | null>) {
  /** By its metadata: Stripe deletes idempotency keys after a day, and a job may be repeated later. */
  const refundOf = (id: string, step: string): Promise<Stripe.Refund | null> =>
    client.call(async (stripe) => {
      for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 })) {
        if (refund.metadata?.step === step) return refund;
      }
      return null;
    });

  return {
    /**
     * Stripe captures an intent once and releases the rest. So a repeated call cannot capture twice, and needs no idempotency key;
     * with one, Stripe would repeat a failure for a day.
     */
    async capture(id: string, { amount, currencyCode, idempotencyKey }: Step): Promise<Intent> {
      const amount_to_capture = stripeAmount(amount, currencyCode);
      const step = keyFor("capture", idempotencyKey);
      const captured = await client.call((stripe) =>
        stripe.paymentIntents
          .capture(id, { amount_to_capture, metadata: { capture_step: step } })
          .catch(nullIf("payment_intent_unexpected_state")),
      );
      if (captured) return captured;
      const intent = await find(id);
      // Stripe captured it automatically, or a user did in Stripe's dashboard.
      const isOurs = [step, undefined].includes(intent?.metadata.capture_step);
      const isTaken = intent?.status === "succeeded" && intent.amount_received >= amount_to_capture;
      if (!intent || !isOurs || !isTaken) throw notAllowed(whyNotCaptured(intent));
      return intent;
    },

    async refund(id: string, { amount, currencyCode, idempotencyKey }: Step): Promise<Stripe.Refund> {
      const step = keyFor("refund", idempotencyKey);
      const refundable = stripeAmount(amount, currencyCode);
      const refund =
        (await refundOf(id, step)) ??
        (await client.call((stripe) =>
          stripe.refunds.create(
            { payment_intent: id, amount: refundable, metadata: { step } },
            { idempotencyKey: step },
          ),
        ));
      if (refund.status === "failed" || refund.status === "canceled") {
        throw notAllowed(`Stripe could not refund the payment: ${refund.failure_reason ?? refund.status}`);
      }
      return refund;
    },
  };
}

function whyNotCaptured(intent: Intent | null): string {
  if (intent?.status === "succeeded") return "Stripe captured the payment already, with another amount.";
  return `Stripe cannot capture the payment: its status is ${intent?.status ?? "unknown"}.`;
}
