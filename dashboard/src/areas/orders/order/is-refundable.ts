import type { Schemas } from "@tradewind/client";

/** What was only authorized is cancelled, not refunded. */
export const isRefundable = ({ payments, refundable_amount }: Schemas["AdminOrder"]): boolean =>
  (refundable_amount ?? 0) > 0 && payments.some(({ captured_at }) => captured_at);
