import type { PaymentProvider } from "./ports/payment.ts";

/** Money that the merchant says is there, e.g. for a draft order that is marked as paid. Nobody can choose it. */
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
