import type { Stripe } from "stripe";
import { invalid } from "../../kernel/refusal.ts";
import type { PaymentNews, PaymentWebhook } from "../ports/payment.ts";
import type { StripeClient } from "./stripe-client.ts";
import { dataOf, type Intent } from "./stripe-intent.ts";

/** Maximum age of a message in seconds, against replays. */
const TOLERANCE = 300;

const kinds: ReadonlyMap<string, Exclude<PaymentNews["kind"], "nothing">> = new Map([
  ["payment_intent.amount_capturable_updated", "authorized"],
  ["payment_intent.succeeded", "captured"],
  ["payment_intent.payment_failed", "failed"],
  ["payment_intent.canceled", "canceled"],
]);

export async function newsFrom(
  client: StripeClient,
  secret: string,
  { headers, rawBody }: PaymentWebhook,
): Promise<PaymentNews> {
  const [signature = ""] = [headers["stripe-signature"]].flat();
  return newsOf(
    await client.ask(async ({ webhooks }) => {
      try {
        return webhooks.constructEvent(rawBody, signature, secret, TOLERANCE);
      } catch {
        // The error of the SDK contains the body of the request.
        throw invalid("The signature of the message is missing, wrong or too old.");
      }
    }),
  );
}

/** Other shops and programs may use the same account: messages without a resource of this shop are ignored. */
function newsOf({ type, data }: Stripe.Event): PaymentNews {
  const kind = kinds.get(type);
  if (!kind) return { kind: "nothing" };
  const intent = data.object as Intent;
  const resourceId = intent.metadata?.resource_id;
  return resourceId ? { kind, resourceId, data: dataOf(intent) } : { kind: "nothing" };
}
