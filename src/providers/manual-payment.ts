import type { PaymentProvider, PaymentStatus } from "./ports/payment.ts";

const statuses: readonly unknown[] = ["authorized", "requires_more", "pending", "error", "canceled"];

/** Payment outside of the shop, e.g. by bank transfer: every call succeeds, no money is moved. */
export const manualPayment: PaymentProvider = {
  id: "manual",
  isLocal: true,
  initiate: async () => ({ status: "pending" }),
  update: async (data) => data,
  authorize: async () => ({ status: "authorized", data: { status: "authorized" } }),
  capture: async () => ({ status: "captured" }),
  refund: async ({ data }) => data,
  cancel: async () => ({ status: "canceled" }),
  deleteSession: async () => {},
  status: async ({ status }) => {
    // A captured payment was authorized before.
    if (status === "captured") return "authorized";
    return statuses.includes(status) ? (status as PaymentStatus) : "pending";
  },
};

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
