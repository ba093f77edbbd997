import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { cancelClaimRow } from "../../../orders/exchanges/index.ts";
import { lockOrder } from "../../../orders/orders/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { refuseTaken } from "../../returns/index.ts";
import { claimOf } from "../claim.ts";
import { allowClaim } from "../claim-state.ts";
import type { ClaimDeps } from "./deps.ts";
import { stockLinesOf } from "./stock-lines-of.ts";

/** Nothing is sent after all; what was kept for it can be sold. */
export const cancelClaim = (
  { db, graph }: Pick<ClaimDeps, "db" | "graph">,
  { orderId, claimId: id }: { orderId: string; claimId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, orderId);
    const claim = claimOf(order, id);
    allowClaim("cancel", claim);
    if (claim.canceled_at !== null) return;
    refuseTaken(order, claim);
    await releaseReservations(tx, stockLinesOf(claim));
    await cancelClaimRow(tx, id);
    await announce(tx, "claim.canceled", { id, no_notification: claim.no_notification });
  });
