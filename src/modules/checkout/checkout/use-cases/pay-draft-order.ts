import type { CartDeps } from "../../../selling/carts/index.ts";
import { allowDraft, cartOfOpenDraft, lockDraft } from "../../draft-orders/index.ts";
import { payByHand } from "./pay-by-hand.ts";

/**
 * The merchant has the money: the draft becomes an order, and is completed with it. Of several who say so at once one
 * is first, and the others are told which order it is.
 */
export async function payDraftOrder(deps: CartDeps, id: string): Promise<string> {
  const cartId = await cartOfOpenDraft(deps.db, id, "pay");
  return payByHand(deps, {
    cartId,
    check: async (tx) => allowDraft("pay", await lockDraft(tx, id)),
  });
}
