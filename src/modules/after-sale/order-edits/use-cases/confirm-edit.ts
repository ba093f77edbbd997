import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { type Granted, requirePermission } from "../../../../kernel/permissions.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { readDestination, requireOrderAllows, saveOrderState } from "../../../orders/orders/index.ts";
import { assignCollectionToOrder } from "../../../orders/payment-collections/index.ts";
import { hasPendingRefunds, paymentBusy } from "../../../orders/payments/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { issueGiftCards } from "../../../selling/gift-cards/index.ts";
import { adjustStockOfLines, holderOf } from "../../../stock/inventory/index.ts";
import { applyLines, hasOpenCarrierCall } from "../edit-line-store.ts";
import {
  boughtGiftCards,
  fulfillmentStatusAfterEdit,
  refuseMissingPieces,
  stockChangesOf,
} from "../edited-order.ts";
import { orderEditEvents } from "../events.ts";
import { type EditWithOrder, editStateOf, totalsOfEdit } from "../order-edit.ts";
import { isUnpaid, requireEditAllows } from "../order-edit-state.ts";
import { lockEdit, saveStep } from "../order-edit-store.ts";
import { refuseEditShortage } from "./refuse-edit-shortage.ts";

/** An admin confirms an edit, also an unpaid one if the permissions allow it. A customer completes a paid one. */
type Confirmation = { editId: string; by: string | null } & (
  | { action: "confirm"; granted: Granted }
  | { action: "complete" }
);

/** Applies the edit to the order, once. */
export const confirmEdit = (deps: CartDeps, confirmation: Confirmation): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { editId, action, by } = confirmation;
    const locked = await lockEdit(deps.graph, tx, editId);
    const totals = totalsOfEdit(locked.order.$facts, locked.edit.items);
    const state = editStateOf(locked, totals.differenceDue);
    requireEditAllows(action, state);
    if (locked.edit.status === "confirmed") return;
    // A user who gives goods or gift cards that are not paid for waives the money.
    if (confirmation.action === "confirm" && isUnpaid(state)) {
      requirePermission(confirmation.granted, "payments:write");
    }
    requireOrderAllows("edit", locked.order);
    refuseMissingPieces(locked);
    if (await hasOpenCarrierCall(tx, locked.order.id)) throw carrierCallIsOpen();
    if (await isRefundRunning(tx, locked)) throw paymentBusy();
    await refuseEditShortage(deps, tx, locked);
    await apply(deps, tx, locked);
    await saveStep(tx, "confirmed", { id: editId, by });
    await orderEditEvents.announce(tx, "order-edit.confirmed", { id: editId });
  });

const carrierCallIsOpen = () =>
  new Refusal(
    "conflict",
    "A call to the carrier about goods of the order is running. Try again in a moment.",
  );

/** A payment that is being refunded does not pay for the edit, and the refund of a return needs the present lines. */
const isRefundRunning = async (tx: Tx, { order, collection }: EditWithOrder): Promise<boolean> =>
  (await hasPendingRefunds(tx, collection?.payments ?? [])) ||
  hasPendingRefunds(tx, order.payments, "return:");

async function apply(deps: CartDeps, tx: Tx, { order, edit, collection }: EditWithOrder): Promise<void> {
  const { id: orderId, region_id: regionId, sales_channel_id: salesChannelId } = order;
  await applyLines(tx, { editId: edit.id, orderId });
  await saveOrderState(tx, orderId, {
    fulfillment_status: fulfillmentStatusAfterEdit(order, edit),
  });
  await issueGiftCards(tx, { orderId, regionId, cards: boughtGiftCards(order, edit) });
  await adjustStockOfLines(tx, {
    exchanges: stockChangesOf({ order, edit }),
    salesChannelId,
    holder: holderOf(deps, edit.id),
    rules: deps.providers.rules,
    destination: () => readDestination(tx, orderId),
  });
  if (collection) await assignCollectionToOrder(deps.graph, tx, { collectionId: collection.id, orderId });
}
