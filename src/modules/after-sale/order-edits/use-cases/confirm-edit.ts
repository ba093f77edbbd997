import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { allowOrder, saveOrderState } from "../../../orders/orders/index.ts";
import { handOverToOrder } from "../../../orders/payment-collections/index.ts";
import { areRefunded, stillUnderWay } from "../../../orders/payments/index.ts";
import { issueGiftCards } from "../../../selling/gift-cards/index.ts";
import { adjustStockOfLines, holderOf } from "../../../stock/inventory/index.ts";
import { applyLines, isCarrierAsked } from "../edit-apply-store.ts";
import { totalsOfEdit } from "../edit-totals.ts";
import { boughtGiftCards, fulfillmentStatusAfterEdit } from "../edited-order.ts";
import { exchangesOf, refuseMissingPieces } from "../edited-pieces.ts";
import { type EditWork, editStateOf } from "../order-edit.ts";
import { allowEdit } from "../order-edit-state.ts";
import { lockEdit, saveStep } from "../order-edit-store.ts";
import type { EditDeps } from "./deps.ts";
import { refuseShortage } from "./refuse-shortage.ts";

interface Confirmation {
  editId: string;
  /** An administrator may confirm what was not paid; a customer completes what was. */
  action: "confirm" | "complete";
  by: string | null;
}

/** The order becomes what the edit says, once. */
export const confirmEdit = (deps: EditDeps, { editId, action, by }: Confirmation): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const work = await lockEdit(deps.graph, tx, editId);
    const totals = totalsOfEdit(work.order.$facts, work.edit.items);
    allowEdit(action, editStateOf(work, totals.differenceDue));
    if (work.edit.status === "confirmed") return;
    allowOrder("edit", work.order);
    refuseMissingPieces(work);
    if (await isCarrierAsked(tx, work.order.id)) throw underWay();
    if (await isGivenBack(tx, work)) throw stillUnderWay();
    await refuseShortage(deps, tx, work);
    await apply(deps, tx, work);
    await saveStep(tx, "confirmed", { id: editId, by });
    await announce(tx, "order-edit.confirmed", { id: editId });
  });

const underWay = () =>
  new Refusal("conflict", "A carrier is being asked about goods of the order. Try again in a moment.");

/** Nobody gets goods for money that is on its way back, and a return that is being paid for has to find its lines. */
const isGivenBack = async (tx: Tx, { order, collection }: EditWork): Promise<boolean> =>
  (await areRefunded(tx, collection?.payments ?? [])) || areRefunded(tx, order.payments, "return:");

async function apply(deps: EditDeps, tx: Tx, { order, edit, collection }: EditWork): Promise<void> {
  const { id: orderId, region_id: regionId, sales_channel_id: salesChannelId } = order;
  await applyLines(tx, { editId: edit.id, orderId });
  await saveOrderState(tx, orderId, {
    fulfillment_status: fulfillmentStatusAfterEdit(order, edit),
  });
  await issueGiftCards(tx, { orderId, regionId, cards: boughtGiftCards(order, edit) });
  await adjustStockOfLines(tx, {
    exchanges: exchangesOf({ order, edit }),
    salesChannelId,
    holder: holderOf(deps, edit.id),
  });
  if (collection) await handOverToOrder(deps.graph, tx, { collectionId: collection.id, orderId });
}
