import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { type CartDeps, type PromisedCart, promiseCart } from "../../../selling/carts/index.ts";
import { insertDraft } from "../draft-order-store.ts";

export interface NewDraftOrder extends PromisedCart {
  no_notification_order?: boolean;
}

/** Puts a cart together for a customer, and makes the draft of it. */
export const createDraftOrder = (
  deps: CartDeps,
  { no_notification_order, ...wanted }: NewDraftOrder,
): Promise<string> =>
  promiseCart(deps, wanted, async (tx, cartId) => {
    const id = newId("dorder");
    await insertDraft(tx, { id, cartId, noNotification: no_notification_order ?? null });
    await announce(tx, "draft_order.created", { id });
    return id;
  });
