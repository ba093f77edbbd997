import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { announce, announceAll, announceEach } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { markClaimRefunded } from "../../../orders/exchanges/index.ts";
import { lockOrder, type OrderInWork, saveOrderState, totalsOfOrder } from "../../../orders/orders/index.ts";
import { type RefundPlan, withRefund } from "../../../orders/payments/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { bookReturnWithCarrier, deleteReturn } from "../../returns/index.ts";
import { claimOf, unknownClaim } from "../claim.ts";
import { allowClaim } from "../claim-state.ts";
import { deleteClaim, findOrderOfClaim, isAnnounced } from "../claim-store.ts";
import type { ClaimDeps } from "./deps.ts";
import { stockLinesOf } from "./stock-lines-of.ts";

/** The name of the job that finishes what a crash has left unfinished. */
export const FINISH_CLAIM = "claim-finish";

interface ClaimRef {
  orderId: string;
  claimId: string;
}

async function refOf({ db }: ClaimDeps, claimId: string): Promise<ClaimRef> {
  const orderId = await findOrderOfClaim(db, claimId);
  if (orderId === null) throw unknownClaim(claimId);
  return { orderId, claimId };
}

/** A claim that a carrier or a payment service does not go along with was never made. */
export async function finishOrForget(deps: ClaimDeps, claimId: string): Promise<void> {
  const ref = await refOf(deps, claimId);
  try {
    await finishClaim(deps, ref);
  } catch (error) {
    // Of a conflict it is not known yet how it ends: the money may have been given back.
    if (error instanceof Refusal && error.type !== "conflict") await forget(deps, ref);
    throw error;
  }
}

/** What others do for a claim: the carrier takes the goods back, and the payment service gives money back, once. */
async function finishClaim(deps: ClaimDeps, { orderId, claimId }: ClaimRef): Promise<void> {
  const { return_order } = await inSideTransaction(deps.db, async (tx) =>
    claimOf(await lockOrder(deps.graph, tx, orderId), claimId),
  );
  if (return_order) await bookReturnWithCarrier(deps, return_order.id);
  await withRefund(
    deps,
    async (tx) => refundFor(await lockOrder(deps.graph, tx, orderId), claimId),
    async (tx) => announceClaim(deps, tx, { orderId, claimId }),
  );
}

function refundFor(order: OrderInWork, claimId: string): RefundPlan | null {
  const claim = claimOf(order, claimId);
  if (claim.payment_status !== "not_refunded") return null;
  allowClaim("refund", claim);
  return {
    orderId: order.id,
    amount: claim.refund_amount ?? 0,
    reason: "claim",
    purpose: `claim:${claimId}`,
    noNotification: claim.no_notification,
  };
}

/** Everything is done: the claim is told of, and that its money was given back. */
export async function announceClaim(
  { graph }: Pick<ClaimDeps, "graph">,
  tx: Tx,
  { orderId, claimId: id }: ClaimRef,
): Promise<void> {
  const order = await lockOrder(graph, tx, orderId);
  const { no_notification, claim_items, type, payment_status } = claimOf(order, id);
  if (!(await isAnnounced(tx, id))) {
    await announce(tx, "claim.created", { id, no_notification });
    await announceEach(
      tx,
      "claim_item.created",
      claim_items.map((item) => ({ id: item.id })),
    );
  }
  if (type !== "refund" || payment_status === "refunded") return;
  await markClaimRefunded(tx, id);
  await announceAll(tx, [{ name: "claim.refund_processed", data: { id, no_notification } }]);
  // As in v1 a refund of a part leaves the payment `captured`.
  const { paid_total, refunded_total } = totalsOfOrder(order.$facts).whole;
  if (refunded_total > 0 && refunded_total >= paid_total) {
    await saveOrderState(tx, orderId, { payment_status: "refunded" });
  }
}

const forget = ({ db, graph }: ClaimDeps, { orderId, claimId }: ClaimRef): Promise<void> =>
  inSideTransaction(db, async (tx) => {
    const claim = claimOf(await lockOrder(graph, tx, orderId), claimId);
    if (claim.payment_status === "refunded" || (await isAnnounced(tx, claimId))) return;
    await releaseReservations(tx, stockLinesOf(claim));
    if (claim.return_order) await deleteReturn(tx, claim.return_order.id);
    await deleteClaim(tx, claimId);
  });
