import type { Stripe } from "stripe";
import { notAllowed } from "../../kernel/refusal.ts";
import type { PaymentStep } from "../ports/payment.ts";
import { stripeAmount } from "./stripe-amount.ts";
import type { StripeClient } from "./stripe-client.ts";
import type { Intent } from "./stripe-intent.ts";
import { keyFor } from "./stripe-keys.ts";
import { nullIf } from "./stripe-problem.ts";

type Step = Pick<PaymentStep, "amount" | "currencyCode" | "idempotencyKey">;

/** Takes money that is reserved, and gives it back. */
export function stripeMoney(client: StripeClient, find: (id: string) => Promise<Intent | null>) {
  /** By what is written on it: Stripe forgets idempotency keys after a day, and a job may be repeated later. */
  const refundOf = (id: string, step: string): Promise<Stripe.Refund | null> =>
    client.ask(async (stripe) => {
      for await (const refund of stripe.refunds.list({ payment_intent: id, limit: 100 })) {
        if (refund.metadata?.step === step) return refund;
      }
      return null;
    });

  return {
    /**
     * Stripe captures an intent once, and what is left of it is released. So its state keeps a repetition from taking
     * the money twice, and no idempotency key is needed; with one, Stripe would repeat a failure for a day.
     */
    async capture(id: string, { amount, currencyCode, idempotencyKey }: Step): Promise<Intent> {
      const amount_to_capture = stripeAmount(amount, currencyCode);
      const step = keyFor("capture", idempotencyKey);
      const captured = await client.ask((stripe) =>
        stripe.paymentIntents
          .capture(id, { amount_to_capture, metadata: { capture_step: step } })
          .catch(nullIf("payment_intent_unexpected_state")),
      );
      if (captured) return captured;
      const intent = await find(id);
      // Without a step it was captured by Stripe itself, or by hand in Stripe's dashboard.
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
        (await client.ask((stripe) =>
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
