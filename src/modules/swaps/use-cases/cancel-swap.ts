import type { Tx } from "../../../db/database.ts";
import { announce } from "../../../events/announce.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { releaseReservations } from "../../inventory/index.ts";
import { lockOrder, type OrderSwap } from "../../orders/index.ts";
import { cancelPayments, type MoneyDeps } from "../../payments/index.ts";
import { swapOf, toldOf } from "../swap.ts";
import { allowSwap } from "../swap-state.ts";
import { saveCanceled } from "../swap-store.ts";

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
      await saveCanceled(tx, swap.id);
      if (swap.confirmed_at !== null) await releaseReservations(tx, stockLinesOf(swap));
      await announce(tx, "swap.canceled", { ...toldOf(swap), order_id: named.orderId });
      return true;
    },
  );

/** What is canceled already stays so, and nobody is refused for asking again. */
async function openSwap({ graph }: MoneyDeps, tx: Tx, { orderId, swapId }: Named): Promise<OrderSwap> {
  const swap = swapOf(await lockOrder(graph, tx, orderId), swapId);
  if (swap.canceled_at === null) allowSwap("cancel", swap);
  return swap;
}

const stockLinesOf = ({ additional_items }: OrderSwap) =>
  additional_items.flatMap(({ id, variant_id, quantity }) =>
    variant_id === null ? [] : [{ lineItemId: id, variantId: variant_id, quantity }],
  );
