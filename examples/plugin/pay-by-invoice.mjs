// A way to pay: the goods are sent with an invoice. See docs/guides/plugin-reference.md.
//
//   TRADEWIND_PLUGINS=./examples/plugin/pay-by-invoice.mjs   INVOICE_LIMIT=50000
//
// The customer must give a reference of their own, which they find on the invoice, and may not owe too much at once.

export const name = "pay-by-invoice";

/** @param {import("tradewind/plugin").Tradewind} tradewind */
export function register(tradewind) {
  const limit = Number(process.env.INVOICE_LIMIT ?? 50_000);
  if (!Number.isInteger(limit) || limit < 1) throw new Error("INVOICE_LIMIT must be a whole number above 0");

  const dueFor = ({ resourceId, amount, currencyCode }) => ({
    cart: resourceId,
    amount,
    currency: currencyCode,
  });

  tradewind.paymentProvider({
    id: "invoice",

    // What is returned is kept with the session and shown to the storefront: no secrets.
    initiate: async (request) => ({ ...dueFor(request), days: 30, reference: null }),

    // The cart has changed; or the storefront sent something, of which only what is expected is kept.
    update: async (data, request, sent) => ({
      ...data,
      ...dueFor(request),
      reference: typeof sent?.reference === "string" ? sent.reference.slice(0, 50) : data.reference,
    }),

    // Nothing is locked meanwhile. `requires_more` leaves the cart open: the customer acts, and completes again.
    async authorize({ data, amount }, { resourceId }) {
      if (data.cart !== resourceId || data.amount !== amount) return { status: "error", data };
      if (amount > limit) throw tradewind.refusal("not_allowed", `an invoice may be about ${limit} at most`);
      return { status: data.reference ? "authorized" : "requires_more", data };
    },

    // Each may be called again after a crash, and must then have the effect of one call.
    capture: async ({ data }) => ({ ...data, paid: true }),
    refund: async ({ data }) => data,
    cancel: async ({ data }) => ({ ...data, canceled: true }),
    deleteSession: async () => {},
    status: async (data) => (data.canceled ? "canceled" : data.reference ? "authorized" : "requires_more"),
  });
}
