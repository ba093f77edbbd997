import { mayV1Run } from "../../../../db/adoption.ts";
import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import {
  type LockedOrder,
  lockOrder,
  readOrderWithoutLock,
  requireOrderAllows,
} from "../../../orders/orders/index.ts";
import {
  applyRefunds,
  type MoneyDeps,
  type RefundPlan,
  type RefundReason,
  type RequestKey,
  refundKeyPrefixes,
  withRefund,
} from "../../../orders/payments/index.ts";
import { checkTakeBack, takeBack } from "../../returns/index.ts";
import { type CalculatedRefund, type ChosenRefund, calculateRefund, refuseNothing } from "../line-refund.ts";
import {
  findByRequest,
  getLineRefund,
  saveLineRefund,
  saveTakenBack,
  shippingRefunded,
} from "../line-refund-store.ts";

interface LineRefundRequest extends ChosenRefund {
  orderId: string;
  isRestocked: boolean;
  locationId: string | null;
  reason: RefundReason;
  note: string | null;
  noNotification: boolean | null;
}

/** What the refund would come to, as the order is now. */
export async function previewRefund(
  deps: MoneyDeps,
  { orderId, ...chosen }: ChosenRefund & { orderId: string },
) {
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  requireOrderAllows("refund", order);
  const refund = calculateRefund(order, chosen, await shippingRefunded(deps.db, orderId));
  return { currency_code: order.currency_code, ...refund };
}

/**
 * Pays pieces of an order and its shipping back, from its captured payments, and takes the pieces into stock if they are there.
 * The pieces are recorded with the payment operations, before the services are called: after a crash they count as refunded,
 * and the repeated request goes on.
 */
export function refundLines(deps: MoneyDeps, request: LineRefundRequest & RequestKey): Promise<void> {
  const { orderId, noNotification } = request;
  let key = "";
  return withRefund(
    deps,
    async (tx, earlier) => {
      const plan = await planRefund(deps, tx, { ...request, earlierKey: earlier?.operationKey ?? null });
      key = plan.operationKey;
      return plan;
    },
    async (tx, refunds) => {
      const refund = await getLineRefund(tx, key);
      if (refund.isRestocked && refund.returnId === null && refund.items.length > 0) {
        const { items, locationId, goodsAmount, amount } = refund;
        const refunded = Math.min(goodsAmount, amount);
        const returnId = await takeBack(deps.graph, tx, { orderId, items, locationId, refunded });
        await saveTakenBack(tx, { operationKey: key, returnId });
      }
      await applyRefunds(deps, tx, { orderId, refunds, noNotification });
    },
  );
}

async function planRefund(
  deps: MoneyDeps,
  tx: Tx,
  request: LineRefundRequest & RequestKey & { earlierKey: string | null },
): Promise<RefundPlan> {
  const { orderId, reason, note, request: requestKey, earlierKey } = request;
  const order = await lockOrder(deps.graph, tx, orderId);
  requireOrderAllows("refund", order);
  const known = requestKey === null ? null : await findByRequest(tx, { orderId, request: requestKey });
  const operationKey =
    earlierKey ?? known?.operationKey ?? `${refundKeyPrefixes.ofOrder}lines:${newId("ref")}`;
  const amount = known?.hasMoved ? known.amount : await recordRefund(tx, order, { ...request, operationKey });
  const noNotification = request.noNotification ?? undefined;
  return { orderId, amount, reason, note, operationKey, noNotification, request: requestKey };
}

async function recordRefund(
  tx: Tx,
  order: LockedOrder,
  request: LineRefundRequest & RequestKey & { operationKey: string },
): Promise<number> {
  const { operationKey, orderId, items, isRestocked, locationId } = request;
  if (!isRestocked || items.length === 0) await refuseBesideV1(tx);
  const refund: CalculatedRefund = calculateRefund(order, request, await shippingRefunded(tx, orderId));
  refuseNothing(refund);
  if (isRestocked && items.length > 0) await checkTakeBack(tx, order, { items, locationId });
  await saveLineRefund(tx, {
    operationKey,
    orderId,
    request: request.request,
    amount: refund.amount,
    shippingAmount: refund.shipping.amount,
    shippingTax: refund.shipping.tax,
    isRestocked,
    locationId,
    lines: refund.lines,
  });
  return refund.amount;
}

/** v1 does not know which pieces were paid back, and would pay them again when they are returned. */
async function refuseBesideV1(tx: Tx): Promise<void> {
  if (!(await mayV1Run(tx))) return;
  throw notAllowed(
    "v1, which may run on this database, does not know which pieces were refunded. Take the pieces back into stock, or refund an amount.",
  );
}
