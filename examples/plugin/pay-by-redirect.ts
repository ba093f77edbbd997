// A way to pay on the page of a payment service: the shopper is sent there and back. See docs/guides/plugin-reference.md.
//
//   TRADEWIND_PLUGINS=./examples/plugin/pay-by-redirect.ts
//   PAY_SERVICE_URL=https://payments.example.com   PAY_SERVICE_TOKEN=…   PAY_SERVICE_SECRET=…
//   PAY_RETURN_URL=https://storefront.example.com/paid
//
// The service is expected to have POST /payments, GET /payments/{id}, POST /payments/{id}/captures, /refunds and /cancel, and to call
// the webhook https://shop.example.com/hooks/payment/redirect. The storefront sends the shopper to `data.address` of the payment
// session. The service sends them to PAY_RETURN_URL?cart=…, where the storefront completes the cart.

import { createHmac, timingSafeEqual } from "node:crypto";
import { definePlugin, type PaymentNews, type PaymentProvider, type PaymentRequest } from "tradewind/plugin";

/** A payment as the service answers it. `paid` is reserved money: it is captured later. */
interface Payment {
  id: string;
  /** The page for the shopper. */
  address: string;
  /** The cart. */
  reference: string;
  amount: number;
  currency: string;
  status: "open" | "paid" | "declined" | "canceled";
}

/** What is kept with the session, and shown to the storefront: no secrets. */
const shown = ({ id, address, amount, currency, status }: Payment) => ({
  id,
  address,
  amount,
  currency,
  status,
});

const statuses = {
  open: "requires_more",
  paid: "authorized",
  declined: "error",
  canceled: "canceled",
} as const;

/** How old a message may be in seconds: against replays. */
const TOLERANCE = 300;

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** The state that an operation needs is not that of the payment, or there is no such payment. */
class Conflict extends Error {}

type Ask = (path: string, request?: { body?: object; key?: string | undefined }) => Promise<Payment>;

/** A key is passed on, so that the service does once what the shop asks again after a crash. */
const serviceAt =
  (url: string, token: string): Ask =>
  async (path, { body, key } = {}) => {
    const answer = await fetch(url + path, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return (await answer.json()) as Payment;
    const failed = `${path}: the payment service answered with ${answer.status}`;
    throw answer.status === 404 || answer.status === 409 ? new Conflict(failed) : new Error(failed);
  };

/** `t=1700000000,v1=…`: the HMAC of the time, a dot and the body. */
function isSignedBy(secret: string, header: unknown, body: string): boolean {
  const [, time, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(header)) ?? [];
  if (!time || !signature || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE) return false;
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

function newsOf(body: string): PaymentNews {
  const { type, payment } = JSON.parse(body) as { type: string; payment: Payment };
  if (type !== "paid" && type !== "declined") return { kind: "nothing" };
  return {
    kind: type === "paid" ? "authorized" : "failed",
    resourceId: payment.reference,
    data: shown(payment),
  };
}

export default definePlugin({
  name: "pay-by-redirect",
  register(tradewind) {
    const secret = setting("PAY_SERVICE_SECRET");
    const returnUrl = setting("PAY_RETURN_URL");
    const ask = serviceAt(setting("PAY_SERVICE_URL"), setting("PAY_SERVICE_TOKEN"));

    const open = async ({ resourceId, amount, currencyCode }: PaymentRequest, key: string | undefined) => {
      const return_url = `${returnUrl}?cart=${resourceId}`;
      const body = { reference: resourceId, amount, currency: currencyCode, return_url };
      return shown(await ask("/payments", { key, body }));
    };

    /** What was canceled or declined already, or is captured, stays. */
    const release = async (id: unknown): Promise<void> => {
      await ask(`/payments/${id}/cancel`, { body: {} }).catch((error) => {
        if (!(error instanceof Conflict)) throw error;
      });
    };

    const provider: PaymentProvider = {
      id: "redirect",
      initiate: (request) => open(request, request.idempotencyKey),

      // Another total, or another attempt after a refusal, is another payment. What the storefront sends is not kept.
      async update(data, request) {
        const known = await ask(`/payments/${data.id}`);
        const isUsable = known.status === "open" || known.status === "paid";
        if (isUsable && known.amount === request.amount && known.currency === request.currencyCode)
          return shown(known);
        await release(known.id);
        return open(request, `${known.id}-${request.amount}-${request.currencyCode}`);
      },

      // What the storefront or a message claims does not count: the service is asked.
      async authorize({ data, amount, currencyCode }, { resourceId }) {
        const payment = await ask(`/payments/${data.id}`);
        const isForThis =
          payment.reference === resourceId && payment.amount === amount && payment.currency === currencyCode;
        const status = isForThis ? statuses[payment.status] : "error";
        return { status: status === "canceled" ? "error" : status, data: shown(payment) };
      },

      capture: async ({ data, amount, idempotencyKey: key }) =>
        shown(await ask(`/payments/${data.id}/captures`, { key, body: { amount } })),
      refund: async ({ data, amount, idempotencyKey: key }) =>
        shown(await ask(`/payments/${data.id}/refunds`, { key, body: { amount } })),
      cancel: async ({ data, idempotencyKey: key }) =>
        shown(await ask(`/payments/${data.id}/cancel`, { key, body: {} })),
      deleteSession: ({ id }) => release(id),
      status: async ({ id }) => statuses[(await ask(`/payments/${id}`)).status],

      // For shoppers who pay and do not come back: the shop completes the cart, which calls `authorize`.
      async webhook({ headers, rawBody }) {
        const body = new TextDecoder().decode(rawBody);
        if (!isSignedBy(secret, headers["x-signature"], body))
          throw tradewind.refusal("invalid_data", "the signature is missing, wrong or too old");
        return newsOf(body);
      },
    };
    tradewind.paymentProvider(provider);
  },
});
