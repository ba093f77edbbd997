import { allowOrder, lockOrder } from "../../orders/index.ts";
import { applyCaptures } from "./apply-captures.ts";
import { capturePayments } from "./capture-payments.ts";
import type { MoneyDeps } from "./deps.ts";

/** Takes the money of all payments of an order. What a payment service refuses is noted on the order. */
export const captureOrder = (deps: MoneyDeps, orderId: string): Promise<void> =>
  capturePayments(
    deps,
    async (tx) => {
      const order = await lockOrder(deps.graph, tx, orderId);
      allowOrder("capture", order);
      const paymentIds = order.payments.filter(({ canceled_at }) => canceled_at === null).map(({ id }) => id);
      return { orderId, paymentIds };
    },
    (tx, { failed }) => applyCaptures(deps, tx, { orderId, failed }),
  );
