import type { Stripe } from "stripe";
import { notAllowed } from "../../kernel/refusal.ts";
import type { Customer } from "../ports/common.ts";
import type { PaymentRequest } from "../ports/payment.ts";
import { stripeAmount } from "./stripe-amount.ts";
import type { StripeClient } from "./stripe-client.ts";
import { type Intent, isOf, isOpen, objectionTo } from "./stripe-intent.ts";
import { isRepeated, keyForMaking } from "./stripe-keys.ts";
import { nullIf, nullIfRepeated } from "./stripe-problem.ts";
import type { StripeSettings } from "./stripe-settings.ts";

type Properties = Stripe.PaymentIntentCreateParams;

interface Wanted {
  request: PaymentRequest;
  amount: number;
  /** Empty: none. */
  receiptEmail: string;
  /** For a new intent. Asked for only then, as the customer must be looked up. */
  properties: () => Promise<Properties>;
}

interface Parts {
  client: StripeClient;
  settings: Pick<StripeSettings, "capture" | "hasReceipts" | "shop">;
  /** Null for one that Stripe does not take; paying goes without. */
  customerIdOf: (customer: Customer) => Promise<string | null>;
}

const LONGEST_CHAIN = 8;

/**
 * One intent for each session of the shop, however often a step is repeated and whoever repeats it at the same time.
 *
 * The first intent is made with an idempotency key of the input alone. So a call that was cut off finds the intent it
 * made before. But so does one that opens a session anew, with the same input, after the first was deleted (unless the
 * input tells sessions apart); and then Stripe repeats how the intent was when it was made, not that it is canceled by
 * now. Therefore an answer that Stripe repeats is looked at again. An intent that can no longer be used is followed by
 * one whose key is made of the id of its predecessor: again the same one for all who repeat the step, and never the one
 * that is canceled. Stripe forgets keys after a day; a chain that grows too long until then ends with an intent under
 * a random key. So does a key under which Stripe failed, as it would repeat the failure for as long.
 */
export function stripeIntents({ client, settings, customerIdOf }: Parts) {
  const find = (id: string): Promise<Intent | null> =>
    client.ask((stripe) =>
      stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] }).catch(nullIf("resource_missing")),
    );

  function wantedFor(request: PaymentRequest): Wanted {
    const amount = stripeAmount(request.amount, request.currencyCode);
    const receiptEmail = (settings.hasReceipts && request.email) || "";
    let looked: Promise<Properties> | undefined;
    const properties = () => {
      looked ??= propertiesFor(request, { amount, receiptEmail });
      return looked;
    };
    return { request, amount, receiptEmail, properties };
  }

  async function propertiesFor(
    { resourceId, currencyCode, customer }: PaymentRequest,
    { amount, receiptEmail }: Pick<Wanted, "amount" | "receiptEmail">,
  ): Promise<Properties> {
    const customerId = customer && (await customerIdOf(customer));
    return {
      amount,
      currency: currencyCode.toLowerCase(),
      capture_method: settings.capture,
      automatic_payment_methods: { enabled: true },
      ...(customerId ? { customer: customerId } : {}),
      ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
      metadata: {
        resource_id: resourceId,
        shop: settings.shop,
        ...(customer ? { customer_id: customer.id } : {}),
      },
    };
  }

  /** `origin`: what the intent is made for, a resource or the intent it follows. */
  async function make(wanted: Wanted, origin: [what: string, id: string], links = 0): Promise<Intent> {
    const properties = await wanted.properties();
    const create = (idempotencyKey?: string) => (stripe: Stripe) =>
      stripe.paymentIntents.create(properties, { idempotencyKey });
    const key = keyForMaking(...origin, properties);
    const made =
      links < LONGEST_CHAIN && (await client.ask((stripe) => create(key)(stripe).catch(nullIfRepeated)));
    if (!made) return client.ask(create());
    if (!isRepeated(made)) return made;
    const now = await find(made.id);
    return now ? adapt(now, wanted, links + 1) : client.ask(create());
  }

  /** The intent if it can be used as it is or after a change, otherwise its successor. */
  async function adapt(intent: Intent, wanted: Wanted, links = 0): Promise<Intent> {
    if (isChangeable(intent, wanted)) {
      const changed = await change(intent, wanted);
      if (changed) return changed;
      // The customer confirmed it at this moment.
      const now = await find(intent.id);
      if (now && !isOpen(now)) return adapt(now, wanted, links);
    }
    if (!isOpen(intent) && objectionTo(intent, wanted.request) === null) return intent;
    if (intent.status === "processing") throw busy();
    const successor = await make(wanted, ["next", intent.id], links);
    if (intent.status !== "canceled" && !(await release(intent))) throw busy();
    return successor;
  }

  async function change(intent: Intent, { amount, receiptEmail }: Wanted): Promise<Intent | null> {
    if (intent.amount === amount && (intent.receipt_email ?? "") === receiptEmail) return intent;
    // No key of the input: a total that goes back to what it was is a change, too.
    return client.ask((stripe) =>
      stripe.paymentIntents
        .update(intent.id, { amount, receipt_email: receiptEmail })
        .catch(nullIf("payment_intent_unexpected_state")),
    );
  }

  /** Nothing stays reserved or taken. False when that is not possible. */
  async function release({ id }: Pick<Intent, "id">): Promise<boolean> {
    const canceled = await client.ask((stripe) =>
      stripe.paymentIntents.cancel(id).catch(nullIf("payment_intent_unexpected_state", "resource_missing")),
    );
    const intent = canceled ?? (await find(id));
    if (intent?.status !== "succeeded") return intent === null || intent.status === "canceled";
    // What the shop itself captured, it refunds itself.
    if (intent.capture_method === "manual") return false;
    await client.ask((stripe) =>
      stripe.refunds.create({ payment_intent: id }).catch(nullIf("charge_already_refunded")),
    );
    return true;
  }

  return {
    find,
    release,
    open: async (request: PaymentRequest): Promise<Intent> =>
      make(wantedFor(request), ["init", request.idempotencyKey ?? request.resourceId]),

    /** The intent of a session, for what is to be paid now. */
    async follow(id: string, request: PaymentRequest): Promise<Intent | null> {
      const intent = await find(id);
      if (!intent || !isOf(intent, request)) return null;
      return adapt(intent, wantedFor(request));
    },
  };
}

/** Stripe can change more than the amount, but not with every payment method that may be attached. */
const isChangeable = (intent: Intent, { request }: Wanted) =>
  isOpen(intent) &&
  intent.currency === request.currencyCode.toLowerCase() &&
  (intent.metadata.customer_id ?? null) === (request.customer?.id ?? null);

const busy = () =>
  notAllowed("The payment is being processed or is taken already, so what it is for cannot be changed.");
