import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { notAllowed, Refusal } from "../../../../kernel/refusal.ts";
import { cancelSwapRow } from "../../../orders/exchanges/index.ts";
import { lockOrder, type OrderSwap } from "../../../orders/orders/index.ts";
import {
  cancelPayments,
  isBegunFor,
  type MoneyDeps,
  refundedFor,
  stillUnderWay,
} from "../../../orders/payments/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { refuseTaken } from "../../returns/index.ts";
import { refundPurpose, swapOf, toldOf } from "../swap.ts";
import { allowSwap, refundedSwap } from "../swap-state.ts";

interface Named {
  orderId: string;
  swapId: string;
}

const ATTEMPTS = 3;

/** The exchange does not take place: what was authorized for it is let go, and its goods are for others again. */
export async function cancelSwap(deps: MoneyDeps, named: Named): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await isCanceled(deps, named)) return;
  }
  throw new Refusal("conflict", "The swap was changed again and again while it was canceled");
}

/** False when its customer has paid for it meanwhile: then there is more to let go. */
const isCanceled = (deps: MoneyDeps, named: Named): Promise<boolean> =>
  cancelPayments(
    deps,
    async (tx) => {
      const { payment } = await openSwap(deps, tx, named);
      return { orderId: named.orderId, paymentIds: payment ? [payment.id] : [] };
    },
    async (tx, { canceled, failed }) => {
      const swap = await openSwap(deps, tx, named);
      if (swap.canceled_at !== null) return true;
      const [problem] = failed;
      if (problem) throw notAllowed(problem.reason);
      if (swap.payment && !canceled.includes(swap.payment.id)) return false;
      await cancelSwapRow(tx, swap.id);
      if (swap.confirmed_at !== null) await releaseReservations(tx, stockLinesOf(swap));
      await announce(tx, "swap.canceled", { ...toldOf(swap), order_id: named.orderId });
      return true;
    },
  );

/** What is canceled already stays so, and nobody is refused for asking again. */
async function openSwap({ graph }: MoneyDeps, tx: Tx, { orderId, swapId }: Named): Promise<OrderSwap> {
  const order = await lockOrder(graph, tx, orderId);
  const swap = swapOf(order, swapId);
  if (swap.canceled_at !== null) return swap;
  allowSwap("cancel", swap);
  refuseTaken(order, swap);
  await refuseRefund(tx, swap.id);
  return swap;
}

/** Money that is on its way to the customer, or arrived without the swap being told, is not called back. */
async function refuseRefund(tx: Tx, swapId: string): Promise<void> {
  const purpose = refundPurpose(swapId);
  if (await isBegunFor(tx, purpose)) throw stillUnderWay();
  if ((await refundedFor(tx, purpose)).length > 0) throw refundedSwap();
}

const stockLinesOf = ({ additional_items }: OrderSwap) =>
  additional_items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
