import type { Connection, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  addDraftCartLine,
  addShippingMethod,
  type CartChanges,
  type CartDeps,
  createDraftCart,
  type DraftCart,
  type DraftLine,
  type DraftLineChange,
  deleteForeignAgreements,
  discardCart,
  removeDraftCartLine,
  updateCartAnd,
  updateDraftCartLine,
} from "../../selling/carts/index.ts";
import { cartIdOf, type DraftAction, requireDraftAllows } from "./draft-order.ts";
import {
  deleteDraftRow,
  findDraft,
  getDraft,
  insertDraft,
  lockDraft,
  saveDraft,
} from "./draft-order-store.ts";
import { draftOrderEvents } from "./events.ts";

export interface NewDraftOrder extends DraftCart {
  /** Always `open`. */
  status?: string;
  no_notification_order?: boolean;
}

/** Creates a draft order and its cart. */
export const createDraftOrder = (
  deps: CartDeps,
  { no_notification_order, status: _, ...cart }: NewDraftOrder,
): Promise<string> =>
  createDraftCart(deps, cart, async (tx, cartId) => {
    const id = newId("dorder");
    await insertDraft(tx, { id, cartId, noNotification: no_notification_order ?? null });
    await draftOrderEvents.announce(tx, "draft_order.created", { id });
    return id;
  });

/** The cart of an open draft. Changes check the draft again under the lock of the cart. */
export async function cartOfOpenDraft(on: Connection, id: string, action: DraftAction): Promise<string> {
  const draft = await getDraft(on, id);
  requireDraftAllows(action, draft);
  return cartIdOf(draft);
}

/** Checks and saves the draft in the transaction that has locked its cart. */
const saveLockedDraft =
  (id: string, noNotification?: boolean) =>
  async (tx: Tx): Promise<void> => {
    requireDraftAllows("update", await lockDraft(tx, id));
    await saveDraft(tx, id, noNotification);
    await draftOrderEvents.announce(tx, "draft_order.updated", { id });
  };

export interface DraftOrderChanges
  extends Pick<
    CartChanges,
    | "region_id"
    | "country_code"
    | "email"
    | "billing_address"
    | "shipping_address"
    | "discounts"
    | "customer_id"
  > {
  no_notification_order?: boolean;
}

/** Changes a draft and its cart in one transaction. */
export async function updateDraftOrder(
  deps: CartDeps,
  id: string,
  { no_notification_order, ...changes }: DraftOrderChanges,
): Promise<void> {
  const cartId = await cartOfOpenDraft(deps.db, id, "update");
  const saveWithCart = saveLockedDraft(id, no_notification_order);
  await updateCartAnd(deps, {
    cartId,
    changes,
    isAdmin: true,
    also: async (tx) => {
      await saveWithCart(tx);
      if (changes.region_id !== undefined) await deleteForeignAgreements(tx, cartId);
    },
  });
}

/** Deletes a draft and its cart. An unknown draft counts as deleted. */
export async function deleteDraftOrder(deps: CartDeps, id: string): Promise<void> {
  const draft = await findDraft(deps.db, id);
  if (!draft) return;
  requireDraftAllows("delete", draft);
  const also = async (tx: Tx) => {
    requireDraftAllows("delete", await lockDraft(tx, id));
    await deleteDraftRow(tx, id);
    await draftOrderEvents.announce(tx, "draft_order.deleted", { id });
  };
  if (draft.cart_id === null) await inTransaction(deps.db, also);
  else await discardCart(deps, { cartId: draft.cart_id, also });
}

const draftCartChange = async (deps: CartDeps, id: string) => ({
  cartId: await cartOfOpenDraft(deps.db, id, "update"),
  also: saveLockedDraft(id),
});

/** The merchant chooses how the goods are sent. It replaces what was chosen before. */
export async function chooseDraftShipping(
  deps: CartDeps,
  id: string,
  { option_id: optionId, price }: { option_id: string; price?: number },
): Promise<void> {
  const { cartId, also } = await draftCartChange(deps, id);
  const byAdmin = { also, ...(price !== undefined && { price }) };
  await addShippingMethod(deps, cartId, { optionId, data: {}, byAdmin });
}

export async function addDraftLine(deps: CartDeps, id: string, line: DraftLine): Promise<void> {
  await addDraftCartLine(deps, { ...(await draftCartChange(deps, id)), line });
}

export async function updateDraftLine(deps: CartDeps, id: string, change: DraftLineChange): Promise<void> {
  await updateDraftCartLine(deps, { ...(await draftCartChange(deps, id)), change });
}

export async function removeDraftLine(deps: CartDeps, id: string, lineId: string): Promise<void> {
  await removeDraftCartLine(deps, { ...(await draftCartChange(deps, id)), lineId });
}
