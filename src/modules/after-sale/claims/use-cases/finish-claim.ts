import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { announceAll } from "../../../../events/define-events.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { markClaimRefunded } from "../../../orders/exchange-rows/index.ts";
import { type LockedOrder, lockOrder, saveOrderState, totalsOfOrder } from "../../../orders/orders/index.ts";
import { type RefundPlan, withRefund } from "../../../orders/payments/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { bookReturnWithCarrier, deleteReturn } from "../../returns/index.ts";
import { claimNotFound, claimOf, stockLinesOf } from "../claim.ts";
import { requireClaimAllows } from "../claim-state.ts";
import { deleteClaim, findOrderOfClaim, isAnnounced } from "../claim-store.ts";
import { claimEvents } from "../events.ts";

/** The job that finishes a claim whose request crashed. */
export const FINISH_CLAIM = "claim-finish";

interface ClaimRef {
  orderId: string;
  claimId: string;
}

async function refOf({ db }: CartDeps, claimId: string): Promise<ClaimRef> {
  const orderId = await findOrderOfClaim(db, claimId);
  if (orderId === null) throw claimNotFound(claimId);
  return { orderId, claimId };
}

/** Deletes the claim if the carrier or the payment provider refuses it. */
export async function finishOrDelete(deps: CartDeps, claimId: string): Promise<void> {
  const ref = await refOf(deps, claimId);
  try {
    await finishClaim(deps, ref);
  } catch (error) {
    // The outcome of a conflict is not known yet: the payment may have been refunded.
    if (error instanceof Refusal && error.type !== "conflict") await deleteUnfinished(deps, ref);
    throw error;
  }
}

/** Books the return with its carrier and makes the refund; each is done once. */
async function finishClaim(deps: CartDeps, { orderId, claimId }: ClaimRef): Promise<void> {
  const { return_order } = await inSideTransaction(deps.db, async (tx) =>
    claimOf(await lockOrder(deps.graph, tx, orderId), claimId),
  );
  if (return_order) await bookReturnWithCarrier(deps, return_order.id);
  await withRefund(
    deps,
    async (tx) => refundPlanOf(await lockOrder(deps.graph, tx, orderId), claimId),
    async (tx) => announceClaim(deps, tx, { orderId, claimId }),
  );
}

function refundPlanOf(order: LockedOrder, claimId: string): RefundPlan | null {
  const claim = claimOf(order, claimId);
  if (claim.payment_status !== "not_refunded") return null;
  requireClaimAllows("refund", claim);
  return {
    orderId: order.id,
    amount: claim.refund_amount ?? 0,
    reason: "claim",
    operationKey: `claim:${claimId}`,
    noNotification: claim.no_notification,
  };
}

/** Called at the end: writes the events, and the status of the refund. */
export async function announceClaim(
  { graph }: Pick<CartDeps, "graph">,
  tx: Tx,
  { orderId, claimId: id }: ClaimRef,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  const { no_notification, claim_items, type, payment_status } = claimOf(order, id);
  if (!(await isAnnounced(tx, id))) {
    await claimEvents.announce(tx, "claim.created", { id, no_notification });
    await claimEvents.announceEach(
      tx,
      "claim_item.created",
      claim_items.map((item) => ({ id: item.id })),
    );
  }
  if (type !== "refund" || payment_status === "refunded") return;
  await markClaimRefunded(tx, id);
  await announceAll(tx, [claimEvents.of("claim.refund_processed", { id, no_notification })]);
  // As in v1 a partial refund leaves the payment status `captured`.
  const { paid_total, refunded_total } = totalsOfOrder(order.$facts).whole;
  if (refunded_total > 0 && refunded_total >= paid_total) {
    await saveOrderState(tx, orderId, { payment_status: "refunded" });
  }
}

const deleteUnfinished = ({ db, graph }: CartDeps, { orderId, claimId }: ClaimRef): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    const claim = claimOf(await lockOrder(graph, tx, orderId), claimId);
    if (claim.payment_status === "refunded" || (await isAnnounced(tx, claimId))) return;
    await releaseReservations(tx, stockLinesOf(claim));
    if (claim.return_order) await deleteReturn(tx, claim.return_order.id);
    await deleteClaim(tx, claimId);
  });
