import type { PaymentProvider } from "./ports/payment.ts";

/** For payments that an admin records, e.g. when a draft order is marked as paid. Customers cannot select it. */
export const systemPayment: PaymentProvider = {
  id: "system",
  initiate: async () => ({}),
  update: async (data) => data,
  authorize: async ({ data }) => ({ status: "authorized", data }),
  capture: async ({ data }) => data,
  refund: async ({ data }) => data,
  cancel: async ({ data }) => data,
  deleteSession: async () => {},
  status: async () => "authorized",
};
