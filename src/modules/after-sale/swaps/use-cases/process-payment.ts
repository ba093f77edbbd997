import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type SettledStatus, saveSwapSettlement } from "../../../orders/exchange-rows/index.ts";
import { lockOrder, type OrderSwap, readOrderWithoutLock } from "../../../orders/orders/index.ts";
import {
  applySwapCaptures,
  capturePayments,
  type MoneyDeps,
  withRefund,
} from "../../../orders/payments/index.ts";
import { swapEvents } from "../events.ts";
import { refundKeyOf, swapEventData, swapOf } from "../swap.ts";
import { requireSwapAllows } from "../swap-state.ts";

interface SwapRef {
  orderId: string;
  swapId: string;
}

/**
 * Settles the difference of a confirmed swap, once: captures the amount due, or refunds the amount owed. As in v1, a
 * refusal of the payment provider is recorded on the swap, and the admin can try again.
 */
export async function processPayment(deps: MoneyDeps, ref: SwapRef): Promise<void> {
  const order = await readOrderWithoutLock(deps.graph, deps.db, ref.orderId);
  const swap = swapOf(order, ref.swapId);
  requireSwapAllows("process_payment", swap);
  // The difference is fixed at the confirmation.
  if (swap.difference_due! > 0) await captureDifference(deps, ref);
  else await refundDifference(deps, ref);
}

const captureDifference = (deps: MoneyDeps, ref: SwapRef): Promise<void> =>
  capturePayments(
    deps,
    async (tx) => {
      const { payment } = await lockSwap(deps, tx, ref);
      return { orderId: ref.orderId, paymentIds: payment ? [payment.id] : [] };
    },
    async (tx, { failed }) => {
      const order = await lockOrder(deps.graph, tx, ref.orderId);
      requireSwapAllows("process_payment", swapOf(order, ref.swapId));
      await applySwapCaptures(tx, order, failed);
    },
  );

async function refundDifference(deps: MoneyDeps, ref: SwapRef): Promise<void> {
  try {
    await withRefund(
      deps,
      async (tx) => refundPlanOf(ref, await lockSwap(deps, tx, ref)),
      (tx) => settle(deps, tx, { ...ref, status: "difference_refunded" }),
    );
  } catch (error) {
    if (!isRefused(error)) throw error;
    await inTransaction(deps.db, (tx) => settle(deps, tx, { ...ref, status: "requires_action" }));
  }
}

/** Not for an unknown outcome: then a later request finds out. */
const isRefused = (error: unknown) => error instanceof Refusal && error.type === "not_allowed";

const refundPlanOf = ({ orderId }: SwapRef, { id, difference_due, payment_status }: OrderSwap) =>
  payment_status === "difference_refunded" || difference_due === 0
    ? null
    : { orderId, amount: -difference_due!, reason: "swap" as const, operationKey: refundKeyOf(id) };

async function lockSwap(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, swapId }: SwapRef,
): Promise<OrderSwap> {
  const swap = swapOf(await lockOrder(graph, tx, orderId), swapId);
  requireSwapAllows("process_payment", swap);
  return swap;
}

const events = {
  difference_refunded: "swap.refund_processed",
  requires_action: "swap.process_refund_failed",
} as const satisfies Record<SettledStatus, string>;

/** A concurrent request cannot replace the status `difference_refunded`. */
async function settle(deps: MoneyDeps, tx: Tx, settled: SwapRef & { status: SettledStatus }): Promise<void> {
  const { swapId, status } = settled;
  const swap = await lockSwap(deps, tx, settled);
  if (swap.payment_status === status || swap.payment_status === "difference_refunded") return;
  await saveSwapSettlement(tx, swapId, status);
  await swapEvents.announce(tx, events[status], swapEventData(swap));
}
