import type { Tx } from "../../../../db/database.ts";
import { lockOrder } from "../../../orders/orders/index.ts";
import { type MoneyDeps, type RefundPlan, refundedFor, withRefund } from "../../../orders/payments/index.ts";
import { arrivalOf, type Received } from "../arrival.ts";
import { unknownLocation } from "../return.ts";
import { isLocation } from "../return-option-store.ts";
import { allowReturn } from "../return-state.ts";
import { findOrderOfReturn, readReturn } from "../return-store.ts";
import { checkPlace, type TakenIn, takeIn } from "./take-in.ts";

export interface ReceivedReturn extends Received {
  returnId: string;
  locationId: string | null;
}

const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

const purposeOf = (returnId: string) => `return:${returnId}`;

/**
 * Goods have arrived, and the customer gets the money. It is given back before the return is received, once: whoever
 * asks at the same time, or again after a crash, finds what was paid for this return.
 */
export const receiveReturn = (deps: MoneyDeps, received: ReceivedReturn): Promise<void> =>
  withRefund(
    deps,
    async (tx) => {
      const given = sumOf(await refundedFor(tx, purposeOf(received.returnId)));
      const taken = await arrived(deps, tx, { ...received, given });
      await checkPlace(tx, taken);
      return refundOf(taken);
    },
    async (tx, refunds) => takeIn(tx, await arrived(deps, tx, { ...received, given: sumOf(refunds) })),
  );

async function arrived(
  { graph }: Pick<MoneyDeps, "graph">,
  tx: Tx,
  received: ReceivedReturn & { given: number },
): Promise<TakenIn> {
  const { returnId, locationId, given } = received;
  const order = await lockOrder(graph, tx, await findOrderOfReturn(tx, returnId));
  const returned = await readReturn(graph, tx, returnId);
  // Whoever got the money has sent the goods: a cancellation that came in between is void.
  if (returned.status !== "canceled" || given === 0) allowReturn("receive", returned);
  if (locationId !== null && !(await isLocation(tx, locationId))) throw unknownLocation(locationId);
  return { order, returned, locationId, arrival: arrivalOf(order, returned, received) };
}

const refundOf = ({ order, returned, arrival }: TakenIn): RefundPlan | null =>
  arrival.refund === 0
    ? null
    : { orderId: order.id, amount: arrival.refund, reason: "return", purpose: purposeOf(returned.id) };
