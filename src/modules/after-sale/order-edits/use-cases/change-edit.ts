import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { allowOrder } from "../../../orders/orders/index.ts";
import { closeCollection, type PaymentCollection } from "../../../orders/payment-collections/index.ts";
import { differenceOf } from "../edit-totals.ts";
import { type EditWork, editStateOf } from "../order-edit.ts";
import { allowEdit, type EditAction } from "../order-edit-state.ts";
import { lockEdit } from "../order-edit-store.ts";
import type { EditDeps } from "./deps.ts";
import { followDifference } from "./follow-difference.ts";
import { refuseShortage } from "./refuse-shortage.ts";
import { askForTaxes, settleLines, type TaxAnswers, TaxesNotKnown } from "./settle-lines.ts";

interface Change {
  editId: string;
  action: EditAction;
  /** Who changes it. */
  userId: string;
}

const ATTEMPTS = 3;

/** Tells the variant of which more may be wanted than before. */
type Work = (tx: Tx, found: EditWork) => Promise<string | null>;

/**
 * Changes the lines of an edit: discounts and taxes are computed anew, and what the customer was asked to pay follows.
 * A tax service is asked while nothing is locked, for what the change would come to; then the change is made again.
 */
export async function changeEdit(deps: EditDeps, change: Change, work: Work): Promise<void> {
  const answers: TaxAnswers = new Map();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const dropped = await attempted(deps, { ...change, answers }, work);
      if (dropped) await closeCollection(deps, dropped);
      return;
    } catch (error) {
      if (!(error instanceof TaxesNotKnown)) throw error;
      await askForTaxes(deps, error, answers);
    }
  }
  throw new Refusal("conflict", "The order was changed again and again while its taxes were calculated");
}

const attempted = (
  deps: EditDeps,
  { editId, action, userId, answers }: Change & { answers: TaxAnswers },
  work: Work,
): Promise<PaymentCollection | null> =>
  inTransaction(deps.db, async (tx) => {
    const found = await lockEdit(deps.graph, tx, editId);
    allowOrder("edit", found.order);
    allowEdit(action, editStateOf(found, differenceOf(found)));
    const variantId = await work(tx, found);
    const { order, collection } = found;
    const edit = await settleLines(deps, tx, { order, editId, answers });
    if (variantId !== null) await refuseShortage(deps, tx, { order, edit, only: variantId });
    if (edit.status !== "requested") return null;
    return followDifference(tx, { order, edit, collection }, { userId, description: null });
  });
