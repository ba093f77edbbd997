import {
  type CartChanges,
  type CartDeps,
  deleteForeignAgreements,
  updateCartAnd,
} from "../../../selling/carts/index.ts";
import { asChangeOf, cartOfOpenDraft } from "./open-draft.ts";

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

/** Changes a draft and its cart, together or not at all. */
export async function updateDraftOrder(
  deps: CartDeps,
  id: string,
  { no_notification_order, ...changes }: DraftOrderChanges,
): Promise<void> {
  const cartId = await cartOfOpenDraft(deps.db, id, "update");
  const changed = asChangeOf(id, no_notification_order);
  await updateCartAnd(deps, {
    cartId,
    changes,
    isAdmin: true,
    also: async (tx) => {
      await changed(tx);
      if (changes.region_id !== undefined) await deleteForeignAgreements(tx, cartId);
    },
  });
}
