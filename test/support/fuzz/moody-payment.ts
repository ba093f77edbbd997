import type { PaymentProvider } from "../../../src/providers/ports/payment.ts";

/** A payment service whose answer depends on the amount: it pays, requires more, refuses, or fails. */
export class MoodyPayment implements PaymentProvider {
  readonly id = "moody";

  initiate: PaymentProvider["initiate"] = async ({ amount }) => ({ amount });
  update: PaymentProvider["update"] = async (_data, { amount }) => ({ amount });
  authorize: PaymentProvider["authorize"] = async ({ data }) => {
    const mood = Number(data["amount"]) % 4;
    if (mood === 3) throw new Error("out of order");
    const status = (["authorized", "requires_more", "error"] as const)[mood as 0 | 1 | 2] ?? "authorized";
    return { status, data };
  };
  capture: PaymentProvider["capture"] = async ({ data }) => data;
  refund: PaymentProvider["refund"] = async ({ data }) => data;
  cancel: PaymentProvider["cancel"] = async ({ data }) => data;
  deleteSession: PaymentProvider["deleteSession"] = async () => {};
  status: PaymentProvider["status"] = async () => "pending";
  webhook: PaymentProvider["webhook"] = async ({ rawBody }) => {
    const { kind, resource_id: resourceId } = JSON.parse(rawBody.toString()) as Record<string, unknown>;
    const isKnown = ["authorized", "captured", "failed", "canceled"].includes(String(kind));
    if (!isKnown || typeof resourceId !== "string") return { kind: "nothing" };
    return { kind: kind as "authorized", resourceId, data: {} };
  };
}
