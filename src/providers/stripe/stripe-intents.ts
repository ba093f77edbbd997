import type { Stripe } from "stripe";
import { notAllowed } from "../../kernel/refusal.ts";
import type { Customer } from "../ports/common.ts";
import type { PaymentRequest } from "../ports/payment.ts";
import { stripeAmount } from "./stripe-amount.ts";
import { isRepeated, keyForMaking, type StripeClient } from "./stripe-client.ts";
import { type Intent, isOf, isOpen, objectionTo } from "./stripe-intent.ts";
import { nullIf, nullIfRepeated } from "./stripe-problem.ts";
import type { StripeSettings } from "./stripe-settings.ts";

type Properties = Stripe.PaymentIntentCreateParams;

interface IntentRequest {
  request: PaymentRequest;
  amount: number;
  /** Empty for none. */
  receiptEmail: string;
  /** For a new intent. Lazy, because it looks up the customer. */
  properties: () => Promise<Properties>;
}

interface IntentDeps {
  client: StripeClient;
  settings: Pick<StripeSettings, "capture" | "hasReceipts" | "shop" | "single">;
  /** Null if Stripe rejects the customer; the payment continues without. */
  customerIdOf: (customer: Customer) => Promise<string | null>;
}

const LONGEST_CHAIN = 8;

/**
 * One intent for each session of the shop, for any number of repeated and concurrent calls.
 *
 * The first intent is created with an idempotency key of the input alone. So a repeated call finds the intent it created before.
 * But a new session with the same input, after the first was deleted, finds it as well, and Stripe then repeats the state at its
 * creation, not that it is canceled since. Therefore a repeated response is read again. If the intent can no longer be used, its
 * successor is created with a key of the predecessor's id: again the same for all repeated calls. Stripe deletes keys after a day;
 * a chain that grows too long before ends with a random key. So does a key under which Stripe failed, because Stripe would repeat
 * the failure.
 */
export function stripeIntents({ client, settings, customerIdOf }: IntentDeps) {
  const find = (id: string): Promise<Intent | null> =>
    client.call((stripe) =>
      stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }).catch(nullIf("resource_missing")),
    );

  function intentRequestFor(request: PaymentRequest): IntentRequest {
    const amount = stripeAmount(request.amount, request.currencyCode);
    const receiptEmail = (settings.hasReceipts && request.email) || "";
    let found: Promise<Properties> | undefined;
    const properties = () => {
      found ??= propertiesFor(request, { amount, receiptEmail });
      return found;
    };
    return { request, amount, receiptEmail, properties };
  }

  async function propertiesFor(
    { resourceId, currencyCode, customer }: PaymentRequest,
    { amount, receiptEmail }: Pick<IntentRequest, "amount" | "receiptEmail">,
  ): Promise<Properties> {
    const customerId = customer && (await customerIdOf(customer));
    return {
      amount,
      currency: currencyCode.toLowerCase(),
      capture_method: settings.capture,
      ...(settings.single
        ? { payment_method_types: [settings.single.method] }
        : { automatic_payment_methods: { enabled: true } }),
      ...(customerId ? { customer: customerId } : {}),
      ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
      metadata: {
        resource_id: resourceId,
        shop: settings.shop,
        ...(customer ? { customer_id: customer.id } : {}),
      },
    };
  }

  /** `origin`: the resource that the intent is for, or its predecessor. */
  async function make(
    planned: IntentRequest,
    origin: [what: string, id: string],
    links = 0,
  ): Promise<Intent> {
    const properties = await planned.properties();
    const create = (idempotencyKey?: string) => (stripe: Stripe) =>
      stripe.paymentIntents.create(properties, { idempotencyKey });
    const key = keyForMaking(...origin, properties);
    const made =
      links < LONGEST_CHAIN && (await client.call((stripe) => create(key)(stripe).catch(nullIfRepeated)));
    if (!made) return client.call(create());
    if (!isRepeated(made)) return made;
    const now = await find(made.id);
    return now ? adapt(now, planned, links + 1) : client.call(create());
  }

  /** The intent if it can be used, unchanged or after an update; otherwise its successor. */
  async function adapt(intent: Intent, planned: IntentRequest, links = 0): Promise<Intent> {
    if (isChangeable(intent, planned)) {
      const changed = await change(intent, planned);
      if (changed) return changed;
      // The customer confirmed it at this moment.
      const now = await find(intent.id);
      if (now && !isOpen(now)) return adapt(now, planned, links);
    }
    if (!isOpen(intent) && objectionTo(intent, planned.request) === null) return intent;
    if (intent.status === "processing") throw busy();
    const successor = await make(planned, ["next", intent.id], links);
    if (intent.status !== "canceled" && !(await release(intent))) throw busy();
    return successor;
  }

  async function change(intent: Intent, { amount, receiptEmail }: IntentRequest): Promise<Intent | null> {
    if (intent.amount === amount && (intent.receipt_email ?? "") === receiptEmail) return intent;
    // Without a key of the input: a total that returns to an earlier value is a change, too.
    return client.call((stripe) =>
      stripe.paymentIntents
        .update(intent.id, { amount, receipt_email: receiptEmail })
        .catch(nullIf("payment_intent_unexpected_state")),
    );
  }

  /** Releases or refunds all money. False if that is not possible. */
  async function release({ id }: Pick<Intent, "id">): Promise<boolean> {
    const canceled = await client.call((stripe) =>
      stripe.paymentIntents.cancel(id).catch(nullIf("payment_intent_unexpected_state", "resource_missing")),
    );
    const intent = canceled ?? (await find(id));
    if (intent?.status !== "succeeded") return intent === null || intent.status === "canceled";
    // The shop refunds its own captures.
    if (intent.capture_method === "manual") return false;
    await client.call((stripe) =>
      stripe.refunds.create({ payment_intent: id }).catch(nullIf("charge_already_refunded")),
    );
    return true;
  }

  return {
    find,
    release,
    open: async (request: PaymentRequest): Promise<Intent> =>
      make(intentRequestFor(request), ["init", request.idempotencyKey ?? request.resourceId]),

    /** Updates the intent of a session to the current amount. */
    async follow(id: string, request: PaymentRequest): Promise<Intent | null> {
      const intent = await find(id);
      if (!intent || !isOf(intent, request)) return null;
      return adapt(intent, intentRequestFor(request));
    },
  };
}

/** Stripe can change more than the amount, but not with every payment method. */
const isChangeable = (intent: Intent, { request }: IntentRequest) =>
  isOpen(intent) &&
  intent.currency === request.currencyCode.toLowerCase() &&
  (intent.metadata.customer_id ?? null) === (request.customer?.id ?? null);

const busy = () =>
  notAllowed("The payment is being processed or is taken already, so what it is for cannot be changed.");
