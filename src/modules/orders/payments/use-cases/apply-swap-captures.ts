import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { saveSwapPayment } from "../../exchanges/index.ts";
import type { OrderInWork, OrderSwap } from "../../orders/index.ts";
import type { CaptureResult } from "../movement.ts";

/** A swap whose payment is taken, or could not be; null where nothing is new. */
function outcomeOf({ payment, payment_status }: OrderSwap, failed: CaptureResult["failed"]) {
  if (!payment || payment_status === "captured" || payment_status === "canceled") return null;
  if (payment.captured_at !== null) return "captured" as const;
  const isRefused = failed.some(({ paymentId }) => paymentId === payment.id);
  return isRefused && payment_status !== "requires_action" ? ("requires_action" as const) : null;
}

const events = { captured: "swap.payment_captured", requires_action: "swap.payment_capture_failed" };

/** What the swaps of a locked order are told of the captures of their payments, whoever asked for these. */
export async function applySwapCaptures(
  tx: Tx,
  { swaps }: OrderInWork,
  failed: CaptureResult["failed"],
): Promise<void> {
  for (const swap of swaps) {
    const status = outcomeOf(swap, failed);
    if (status === null) continue;
    await saveSwapPayment(tx, swap.id, status);
    await announce(tx, events[status], { id: swap.id, no_notification: swap.no_notification });
  }
}

/** The order without the payments of its swaps, which say nothing of whether it is paid itself. */
export function withoutSwapPayments({ payments, swaps }: OrderInWork) {
  const ofSwaps = new Set(swaps.flatMap(({ payment }) => payment?.id ?? []));
  return { payments: payments.filter(({ id }) => !ofSwaps.has(id)) };
}
