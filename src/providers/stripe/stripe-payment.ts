import type { Stripe } from "stripe";
import { invalid, notAllowed } from "../../kernel/refusal.ts";
import type { ProviderData } from "../ports/common.ts";
import type { Authorization, PaymentNews, PaymentProvider, PaymentWebhook } from "../ports/payment.ts";
import { type StripeClient, stripeClient } from "./stripe-client.ts";
import { stripeCustomers } from "./stripe-customers.ts";
import {
  type Due,
  dataOf,
  type Intent,
  intentIdOf,
  objectionTo,
  resourceIdOf,
  statusOf,
} from "./stripe-intent.ts";
import { stripeIntents } from "./stripe-intents.ts";
import { stripeMoney } from "./stripe-money.ts";
import { stripePayPage } from "./stripe-pay-page.ts";
import type { StripeSettings } from "./stripe-settings.ts";

/** One webhook of the account for all its payment methods. */
const STRIPE = "stripe";

/** Payment by Stripe. The storefront confirms the intent with Stripe's scripts, so card data never reaches the shop. */
export function stripePayment(settings: StripeSettings): PaymentProvider {
  const client = stripeClient(settings);
  const customers = stripeCustomers(client);
  const intents = stripeIntents({ client, settings, customerIdOf: customers.findOrCreate });
  const money = stripeMoney(client, intents.find);
  const find = async (data: ProviderData) => {
    const id = intentIdOf(data);
    return id ? intents.find(id) : null;
  };

  return {
    id: settings.single?.id ?? STRIPE,
    webhookId: STRIPE,
    ...(settings.publishableKey && { payPage: stripePayPage(settings.publishableKey) }),
    initiate: async (request) => dataOf(await intents.open(request)),
    async update(data, request, sent) {
      const id = intentIdOf(data);
      const intent = (id && (await intents.follow(id, request))) || (await intents.open(request));
      return dataOf(intent, { ...data, ...sent });
    },
    async authorize({ data, amount, currencyCode }, { resourceId }) {
      const intent = await find(data);
      if (!intent) return { status: "error", data: { ...data, last_payment_error: unknownPayment } };
      return authorizationOf(intent, { resourceId, amount, currencyCode }, data);
    },
    capture: async (step) => dataOf(await money.capture(knownId(step.data), step), step.data),
    async refund(step) {
      const { id, amount, currency, status } = await money.refund(knownId(step.data), step);
      return { ...step.data, last_refund: { id, amount, currency, status } };
    },
    async cancel({ data }) {
      const id = knownId(data);
      if (!(await intents.release({ id }))) throw notAllowed("Stripe can no longer cancel the payment.");
      const intent = await intents.find(id);
      return intent ? dataOf(intent, data) : data;
    },
    async deleteSession(data) {
      const id = intentIdOf(data);
      // An intent that is processing or captured is not changed.
      if (id) await intents.release({ id });
    },
    async status(data) {
      const intent = await find(data);
      return intent ? statusOf(intent) : "error";
    },
    savedMethods: customers.savedMethods,
    webhook: (request) => newsFrom(client, settings.webhookSecret, request),
  };
}

const unknownPayment = { code: "resource_missing", message: "Stripe knows no such payment." };

function knownId(data: ProviderData): string {
  const id = intentIdOf(data);
  if (!id) throw notAllowed(unknownPayment.message);
  return id;
}

/** The browser had access to the intent, so this checks that it is for this cart and for the whole amount. */
function authorizationOf(intent: Intent, due: Due, sessionData: ProviderData): Authorization {
  const data = dataOf(intent, sessionData);
  const objection = objectionTo(intent, due);
  if (objection) {
    return { status: "error", data: { ...data, last_payment_error: { code: null, message: objection } } };
  }
  const status = statusOf(intent);
  return { status: status === "canceled" ? "error" : status, data };
}

/** Maximum age of a message in seconds, against replays. */
const TOLERANCE = 300;

const kinds: ReadonlyMap<string, Exclude<PaymentNews["kind"], "nothing">> = new Map([
  ["payment_intent.amount_capturable_updated", "authorized"],
  ["payment_intent.succeeded", "captured"],
  ["payment_intent.payment_failed", "failed"],
  ["payment_intent.canceled", "canceled"],
]);

async function newsFrom(
  client: StripeClient,
  secret: string,
  { headers, rawBody }: PaymentWebhook,
): Promise<PaymentNews> {
  const [signature = ""] = [headers["stripe-signature"]].flat();
  return newsOf(
    await client.call(async ({ webhooks }) => {
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
  const resourceId = resourceIdOf(intent);
  return resourceId ? { kind, resourceId, data: dataOf(intent) } : { kind: "nothing" };
}
