import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { type CartDeps, discardCart } from "../../../selling/carts/index.ts";
import { allowDraft } from "../draft-order.ts";
import { deleteDraftRow, findDraft, lockDraft } from "../draft-order-store.ts";

/** The cart goes with it: nobody can buy any more what was drafted. A draft that is not there is as good as deleted. */
export async function deleteDraftOrder(deps: CartDeps, id: string): Promise<void> {
  const draft = await findDraft(deps.db, id);
  if (!draft) return;
  allowDraft("delete", draft);
  const also = async (tx: Tx) => {
    allowDraft("delete", await lockDraft(tx, id));
    await deleteDraftRow(tx, id);
    await announce(tx, "draft_order.deleted", { id });
  };
  if (draft.cart_id === null) await inTransaction(deps.db, also);
  else await discardCart(deps, { cartId: draft.cart_id, also });
}
