import type { Tx } from "../../../../db/database.ts";
import { notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import { cancelSwapRow } from "../../../orders/exchange-rows/index.ts";
import { lockOrder, type OrderSwap } from "../../../orders/orders/index.ts";
import {
  cancelPayments,
  isOperationPending,
  type MoneyDeps,
  paymentBusy,
  refundedFor,
} from "../../../orders/payments/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { refuseIfGoodsReturned } from "../../returns/index.ts";
import { swapEvents } from "../events.ts";
import { refundKeyOf, swapEventData, swapOf } from "../swap.ts";
import { refundedSwap, requireSwapAllows } from "../swap-state.ts";

interface SwapRef {
  orderId: string;
  swapId: string;
}

const ATTEMPTS = 3;

/** Cancels the authorized payment of the swap, and releases its reservations. */
export async function cancelSwap(deps: MoneyDeps, ref: SwapRef): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await tryCancel(deps, ref)) return;
  }
  throw new Refusal("conflict", "The swap was changed again and again while it was canceled");
}

/** Returns false if the customer has paid in between: then there is a further payment to cancel. */
const tryCancel = (deps: MoneyDeps, ref: SwapRef): Promise<boolean> =>
  cancelPayments(
    deps,
    async (tx) => {
      const { payment } = await lockSwap(deps, tx, ref);
      return { orderId: ref.orderId, paymentIds: payment ? [payment.id] : [] };
    },
    async (tx, { canceled, failed }) => {
      const swap = await lockSwap(deps, tx, ref);
      if (swap.canceled_at !== null) return true;
      const [failure] = failed;
      if (failure) throw notAllowed(failure.reason);
      if (swap.payment && !canceled.includes(swap.payment.id)) return false;
      await cancelSwapRow(tx, swap.id);
      if (swap.confirmed_at !== null) await releaseReservations(tx, stockLinesOf(swap));
      await swapEvents.announce(tx, "swap.canceled", { ...swapEventData(swap), order_id: ref.orderId });
      return true;
    },
  );

/** Canceling a canceled swap again is not refused. */
async function lockSwap({ graph }: MoneyDeps, tx: Tx, { orderId, swapId }: SwapRef): Promise<OrderSwap> {
  const order = await lockOrder(graph, tx, orderId);
  const swap = swapOf(order, swapId);
  if (swap.canceled_at !== null) return swap;
  requireSwapAllows("cancel", swap);
  refuseIfGoodsReturned(order, swap);
  await refuseRefund(tx, swap.id);
  return swap;
}

/** A refund that is running, or that is not recorded on the swap yet, cannot be undone. */
async function refuseRefund(tx: Tx, swapId: string): Promise<void> {
  const operationKey = refundKeyOf(swapId);
  if (await isOperationPending(tx, operationKey)) throw paymentBusy();
  if ((await refundedFor(tx, operationKey)).length > 0) throw refundedSwap();
}

const stockLinesOf = ({ additional_items }: OrderSwap) =>
  additional_items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
