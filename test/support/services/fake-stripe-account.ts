/** An error as Stripe answers it: https://docs.stripe.com/api/errors */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; code?: string; param?: string; message: string },
  ) {
    super(error.message);
  }
}

export interface FakeIntent {
  id: string;
  object: "payment_intent";
  client_secret: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  status: string;
  capture_method: string;
  payment_method_types: string[] | null;
  customer: string | null;
  receipt_email: string | null;
  metadata: Record<string, string>;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: { id: string; amount_refunded: number } | null;
}

interface FakeCustomer {
  id: string;
  email: string;
  metadata: Record<string, string>;
  deleted?: true;
}

export interface FakeRefund {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: parameters of every shape
export type Params = Record<string, any>;

const OPEN = ["requires_payment_method", "requires_confirmation", "requires_action"];

const invalid = (message: string, facts: { code?: string; param?: string } = {}) =>
  new StripeRefusal(400, { type: "invalid_request_error", message, ...facts });
const missing = (what: string, id: string) =>
  new StripeRefusal(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    param: "intent",
    message: `No such ${what}: '${id}'`,
  });
const wrongState = (verb: string, status: string) =>
  invalid(`This PaymentIntent could not be ${verb} because it has a status of ${status}.`, {
    code: "payment_intent_unexpected_state",
  });

function checkKnown(params: Params, known: string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
}

/** What Stripe keeps for one account, and the rules by which it changes. */
export class FakeAccount {
  readonly intents = new Map<string, FakeIntent>();
  readonly customers: FakeCustomer[] = [];
  readonly refunds: FakeRefund[] = [];
  readonly methods: Record<string, unknown>[] = [];
  private count = 0;

  private newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_fake${String(this.count).padStart(4, "0")}`;
  }

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw missing("payment_intent", id);
    return intent;
  }

  createIntent(params: Params): FakeIntent {
    checkKnown(params, [
      "amount",
      "currency",
      "capture_method",
      "automatic_payment_methods",
      "payment_method_types",
      "customer",
      "receipt_email",
      "metadata",
    ]);
    if (params["currency"] === "xts") throw invalid("Invalid currency: xts", { param: "currency" });
    if (Number(params["amount"]) < 50) {
      const facts = { code: "amount_too_small", param: "amount" };
      throw invalid("Amount must be at least €0.50 eur", facts);
    }
    const id = this.newId("pi");
    const intent: FakeIntent = {
      id,
      object: "payment_intent",
      client_secret: `${id}_secret_${"x".repeat(20)}`,
      amount: Number(params["amount"]),
      amount_capturable: 0,
      amount_received: 0,
      currency: params["currency"],
      status: "requires_payment_method",
      capture_method: params["capture_method"],
      payment_method_types: params["payment_method_types"] ?? null,
      customer: params["customer"] ?? null,
      receipt_email: params["receipt_email"] ?? null,
      metadata: params["metadata"] ?? {},
      last_payment_error: null,
      latest_charge: null,
    };
    this.intents.set(id, intent);
    return intent;
  }

  updateIntent(id: string, params: Params): FakeIntent {
    checkKnown(params, ["amount", "receipt_email"]);
    const intent = this.intent(id);
    if (!OPEN.includes(intent.status)) throw wrongState("updated", intent.status);
    return Object.assign(intent, {
      amount: Number(params["amount"]),
      receipt_email: params["receipt_email"] || null,
    });
  }

  cancelIntent(id: string, params: Params): FakeIntent {
    checkKnown(params, []);
    const intent = this.intent(id);
    if (![...OPEN, "requires_capture"].includes(intent.status)) throw wrongState("canceled", intent.status);
    return Object.assign(intent, { status: "canceled", amount_capturable: 0 });
  }

  captureIntent(id: string, params: Params): FakeIntent {
    checkKnown(params, ["amount_to_capture", "metadata"]);
    const intent = this.intent(id);
    if (intent.status !== "requires_capture") throw wrongState("captured", intent.status);
    const amount = Number(params["amount_to_capture"]);
    if (amount > intent.amount_capturable) {
      const facts = { code: "amount_too_large", param: "amount_to_capture" };
      throw invalid("The requested capture amount is greater than what is authorized.", facts);
    }
    Object.assign(intent.metadata, params["metadata"]);
    return Object.assign(intent, { status: "succeeded", amount_capturable: 0, amount_received: amount });
  }

  createRefund(params: Params): FakeRefund {
    checkKnown(params, ["payment_intent", "amount", "metadata"]);
    const intent = this.intent(params["payment_intent"]);
    const charge = intent.latest_charge;
    if (intent.status !== "succeeded" || !charge) {
      throw wrongState("refunded", intent.status);
    }
    const left = intent.amount_received - charge.amount_refunded;
    if (left === 0) {
      throw invalid("Charge ch_1 has already been refunded.", { code: "charge_already_refunded" });
    }
    const amount = params["amount"] === undefined ? left : Number(params["amount"]);
    if (amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: "amount",
      });
    }
    charge.amount_refunded += amount;
    const { id: payment_intent, currency } = intent;
    const metadata = params["metadata"] ?? {};
    const refund = { id: this.newId("re"), payment_intent, amount, currency, status: "succeeded", metadata };
    this.refunds.unshift(refund);
    return refund;
  }

  createCustomer(params: Params): FakeCustomer {
    checkKnown(params, ["email", "name", "metadata"]);
    if (params["email"].endsWith(".invalid")) {
      const facts = { code: "email_invalid", param: "email" };
      throw invalid(`Invalid email address: ${params["email"]}`, facts);
    }
    const customer = { id: this.newId("cus"), email: params["email"], metadata: params["metadata"] };
    this.customers.unshift(customer);
    return customer;
  }

  /** The customer confirms with a card that is good, in the browser. */
  confirm(id: string): void {
    const intent = this.intent(id);
    if (!OPEN.includes(intent.status)) throw wrongState("confirmed", intent.status);
    const { amount, capture_method } = intent;
    const outcome =
      capture_method === "manual"
        ? { status: "requires_capture", amount_capturable: amount }
        : { status: "succeeded", amount_received: amount };
    const latest_charge = { id: this.newId("ch"), amount_refunded: 0 };
    Object.assign(intent, outcome, { last_payment_error: null, latest_charge });
  }

  /** The customer confirms with a card that is not. */
  decline(id: string): void {
    Object.assign(this.intent(id), {
      status: "requires_payment_method",
      last_payment_error: {
        type: "card_error",
        code: "card_declined",
        decline_code: "stolen_card",
        message: "Your card was declined.",
      },
    });
  }
}
