import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { refuseSpentGiftCards } from "../../../selling/gift-cards/index.ts";
import { lockOrder } from "../../orders/index.ts";
import {
  canceling,
  capturedIn,
  isOpen,
  type Payment,
  problemIn,
  releasing,
  type Step,
  splitOver,
} from "../movement.ts";
import { allowCancel, applyCancellation } from "./apply-cancellation.ts";
import type { MoneyDeps } from "./deps.ts";
import { moveMoney, type Undertaking } from "./move-money.ts";

/**
 * Cancels an order. Nobody's money is kept for goods that are not sent: what was authorized is let go, and what was
 * captured is given back (v1 only called it canceled). If a payment service refuses, the order stays as it is.
 */
export const cancelOrder = (deps: MoneyDeps, orderId: string): Promise<void> =>
  moveMoney(deps, {
    plan: (tx) => planned(deps, tx, orderId),
    async apply(tx, { outcomes }) {
      const problem = problemIn(outcomes);
      if (problem) throw problem;
      await applyCancellation(deps, tx, orderId);
    },
  });

async function planned({ graph }: MoneyDeps, tx: Tx, orderId: string): Promise<Undertaking | null> {
  const order = await lockOrder(graph, tx, orderId);
  if (order.status === "canceled") return null;
  await allowCancel(tx, order);
  await refuseSpentGiftCards(tx, orderId);
  return { orderId, steps: (_tx, payments) => stepsFor(orderId, payments) };
}

/** First what is only authorized: a service that refuses to let go of it keeps the rest as it is. */
function stepsFor(orderId: string, payments: readonly Payment[]): Step[] {
  const purpose = canceling(orderId);
  const refund = { id: newId("ref"), reason: "other", note: "Order canceled" } as const;
  return [
    ...payments.filter(isOpen).map((payment) => releasing(payment, purpose)),
    ...splitOver(payments, capturedIn(payments)).map(
      (part): Step => ({ kind: "refund", purpose, refund, ...part }),
    ),
  ];
}
