import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { requireOrderAllows } from "../../../orders/orders/index.ts";
import { closeCollection, type PaymentCollection } from "../../../orders/payment-collections/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { differenceOf, type EditWithOrder, editStateOf } from "../order-edit.ts";
import { type EditAction, requireEditAllows } from "../order-edit-state.ts";
import { lockEdit } from "../order-edit-store.ts";
import { callTaxProvider, recalculateLines, type TaxAnswers, TaxesNotKnown } from "./recalculate-lines.ts";
import { refuseEditShortage } from "./refuse-edit-shortage.ts";
import { updateCollection } from "./request-edit.ts";

interface LineChange {
  editId: string;
  action: EditAction;
  userId: string;
}

const ATTEMPTS = 3;

/** Returns the variant whose quantity may have increased, or null. */
type ApplyChange = (tx: Tx, found: EditWithOrder) => Promise<string | null>;

/**
 * Changes the lines of an edit, and recalculates discounts, taxes and the requested payment. If the tax provider is
 * needed, the transaction is rolled back, the provider is called without a lock, and the change is applied again.
 */
export async function changeEdit(deps: CartDeps, change: LineChange, apply: ApplyChange): Promise<void> {
  const answers: TaxAnswers = new Map();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      const removed = await tryChange(deps, { ...change, answers }, apply);
      if (removed) await closeCollection(deps, removed);
      return;
    } catch (error) {
      if (!(error instanceof TaxesNotKnown)) throw error;
      await callTaxProvider(deps, error, answers);
    }
  }
  throw new Refusal("conflict", "The order was changed again and again while its taxes were calculated");
}

const tryChange = (
  deps: CartDeps,
  { editId, action, userId, answers }: LineChange & { answers: TaxAnswers },
  apply: ApplyChange,
): Promise<PaymentCollection | null> =>
  inTransaction(deps.db, async (tx) => {
    const found = await lockEdit(deps.graph, tx, editId);
    requireOrderAllows("edit", found.order);
    requireEditAllows(action, editStateOf(found, differenceOf(found)));
    const variantId = await apply(tx, found);
    const { order, collection } = found;
    const edit = await recalculateLines(deps, tx, { order, editId, answers });
    if (variantId !== null) await refuseEditShortage(deps, tx, { order, edit, only: variantId });
    if (edit.status !== "requested") return null;
    return updateCollection(tx, { order, edit, collection }, { userId, description: null });
  });
