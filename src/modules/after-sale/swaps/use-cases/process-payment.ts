import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { type SettledStatus, saveSwapSettlement } from "../../../orders/exchanges/index.ts";
import { lockOrder, type OrderSwap, readOrderInWork } from "../../../orders/orders/index.ts";
import {
  applySwapCaptures,
  capturePayments,
  type MoneyDeps,
  withRefund,
} from "../../../orders/payments/index.ts";
import { refundPurpose, swapOf, toldOf } from "../swap.ts";
import { allowSwap } from "../swap-state.ts";

interface Named {
  orderId: string;
  swapId: string;
}

/**
 * Settles the difference of a swap that its customer has confirmed: takes what is due, or gives back what is owed,
 * once. What a payment service refuses is noted on the swap, as in v1, and can be tried again.
 */
export async function processPayment(deps: MoneyDeps, named: Named): Promise<void> {
  const order = await readOrderInWork(deps.graph, deps.db, named.orderId);
  const swap = swapOf(order, named.swapId);
  allowSwap("process_payment", swap);
  // The difference is settled with the confirmation, and does not change any more.
  if (swap.difference_due! > 0) await captureDifference(deps, named);
  else await refundDifference(deps, named);
}

const captureDifference = (deps: MoneyDeps, named: Named): Promise<void> =>
  capturePayments(
    deps,
    async (tx) => {
      const { payment } = await lockedSwap(deps, tx, named);
      return { orderId: named.orderId, paymentIds: payment ? [payment.id] : [] };
    },
    async (tx, { failed }) => {
      const order = await lockOrder(deps.graph, tx, named.orderId);
      allowSwap("process_payment", swapOf(order, named.swapId));
      await applySwapCaptures(tx, order, failed);
    },
  );

async function refundDifference(deps: MoneyDeps, named: Named): Promise<void> {
  try {
    await withRefund(
      deps,
      async (tx) => refundFor(named, await lockedSwap(deps, tx, named)),
      (tx) => settle(deps, tx, { ...named, status: "difference_refunded" }),
    );
  } catch (error) {
    if (!isRefused(error)) throw error;
    await inTransaction(deps.db, (tx) => settle(deps, tx, { ...named, status: "requires_action" }));
  }
}

/** Where it is not known what a service did, it is asked again later: that is no refusal. */
const isRefused = (error: unknown) => error instanceof Refusal && error.type === "not_allowed";

const refundFor = ({ orderId }: Named, { id, difference_due, payment_status }: OrderSwap) =>
  payment_status === "difference_refunded" || difference_due === 0
    ? null
    : { orderId, amount: -difference_due!, reason: "swap" as const, purpose: refundPurpose(id) };

async function lockedSwap(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  { orderId, swapId }: Named,
): Promise<OrderSwap> {
  const swap = swapOf(await lockOrder(graph, tx, orderId), swapId);
  allowSwap("process_payment", swap);
  return swap;
}

const events: Record<SettledStatus, string> = {
  difference_refunded: "swap.refund_processed",
  requires_action: "swap.process_refund_failed",
};

/** What was given back stays so, whoever comes second. */
async function settle(deps: MoneyDeps, tx: Tx, settled: Named & { status: SettledStatus }): Promise<void> {
  const { swapId, status } = settled;
  const swap = await lockedSwap(deps, tx, settled);
  if (swap.payment_status === status || swap.payment_status === "difference_refunded") return;
  await saveSwapSettlement(tx, swapId, status);
  await announce(tx, events[status], toldOf(swap));
}
