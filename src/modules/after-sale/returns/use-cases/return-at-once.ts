import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { lockOrderRow } from "../../../orders/orders/index.ts";
import { type MoneyDeps, refundedFor } from "../../../orders/payments/index.ts";
import { deleteReturn, findOrderOfReturn, findReturnAtOnce, readReturn } from "../return-store.ts";
import { bookReturnWithCarrier } from "./book-return-with-carrier.ts";
import { cancelReturn } from "./cancel-return.ts";
import { createReturn, type ReturnRequest } from "./create-return.ts";
import type { ReturnDeps } from "./prepare-return-shipping.ts";
import { receiveReturn, refundKeyOf } from "./receive-return.ts";

/** The job that finishes a return at once if its request crashed before it did. */
export const FINISH_RETURN = "return-finish";

type Deps = ReturnDeps & MoneyDeps;

export interface Finishing {
  id: string;
  /** The refund is due, and a user who may move money pays it. */
  isRefundDeferred: boolean;
}

/**
 * The goods are here: requests the return, refunds the customer and receives the goods. If the payment service refuses the refund,
 * nothing of it stays but a label that a carrier has booked: its return is canceled.
 */
export async function returnAtOnce(
  deps: Deps,
  { isRefundDeferred, ...request }: ReturnRequest & Pick<Finishing, "isRefundDeferred">,
): Promise<void> {
  // A repetition of the request after a crash: the job may have finished the return already.
  const begun = await findReturnAtOnce(deps.db, request.orderId, request.idempotencyKey);
  if (begun?.isFinished) return;
  const alsoOnInsert = (tx: Tx, id: string) => enqueueFinish(tx, { id, isRefundDeferred });
  const id = begun?.id ?? (await createReturn(deps, { ...request, receiveNow: true, alsoOnInsert }));
  await finishReturn(deps, { id, isRefundDeferred });
}

const enqueueFinish = (tx: Tx, payload: Finishing) =>
  enqueue(tx, {
    task: FINISH_RETURN,
    payload: { ...payload },
    key: `${FINISH_RETURN}:${payload.id}`,
    // After the job that books the return with its carrier.
    after: minutes(3),
    attempts: 10,
  });

export async function finishReturn(deps: Deps, { id, isRefundDeferred }: Finishing): Promise<void> {
  const { status, items, location_id: locationId } = await readReturn(deps.graph, deps.db, id);
  if (status !== "requested") return;
  const pieces = items.map(({ item_id, quantity }) => ({ item_id, quantity }));
  const receipt = { returnId: id, items: pieces, refund: null, locationId, isRefundDeferred, isAtOnce: true };
  try {
    await bookReturnWithCarrier(deps, id);
    await receiveReturn(deps, receipt);
  } catch (error) {
    // The outcome of a conflict is not known yet: the payment may have been refunded.
    if (error instanceof Refusal && error.type !== "conflict") await undo(deps, id);
    throw error;
  }
}

async function undo(deps: Deps, id: string): Promise<void> {
  const isBooked = await inSideTransaction(deps.db, async (tx) => {
    await lockOrderRow(tx, await findOrderOfReturn(tx, id));
    const returned = await readReturn(deps.graph, tx, id);
    if (returned.status !== "requested" || (await refundedFor(tx, refundKeyOf(id))).length > 0) return false;
    if (returned.shipping_data !== null) return true;
    await deleteReturn(tx, id);
    return false;
  });
  if (isBooked) await cancelReturn(deps, id);
}
