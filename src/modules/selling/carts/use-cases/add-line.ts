import { newId } from "../../../../kernel/ids.ts";
import { checkedLine, insertCartLines, updateLines } from "../../line-items/index.ts";
import type { CartResult, LockedCart } from "../cache/index.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { refuseManyLines, refuseOversized } from "../cart-limits.ts";
import { grownQuantity, type LineRequest, lineFrom, mergeableLine, refuseZeroQuantity } from "../line.ts";
import {
  pricedOffer,
  priceFactsOfCart,
  refuseOfferShortage,
  refuseOtherChannel,
  refuseUnpublished,
} from "../offer.ts";
import { lineContextOf } from "../rule-cart.ts";
import { changeLines } from "./change-lines.ts";

interface NewLine {
  requested: LineRequest;
  /** The customer who is logged in. */
  customerId: string | null;
}

/**
 * Adds pieces of a variant to a cart. They join a line with the same metadata, or become a line of their own. The cart of a
 * guest becomes that of the customer who is logged in.
 */
export const addLine = (
  deps: CartDeps,
  cartId: string,
  { requested, customerId }: NewLine,
): Promise<CartResult> =>
  changeLines(deps, { cartId, customerId, change: (locked) => putLine(deps, locked, { requested }) });

interface PutLine {
  requested: LineRequest;
  /** Set for administrators, who may sell in any channel, and what is not published. */
  isAdmin?: boolean;
}

export async function putLine(
  deps: CartDeps,
  locked: LockedCart,
  { requested, isAdmin = false }: PutLine,
): Promise<void> {
  const { tx, cart } = locked;
  refuseZeroQuantity(requested);
  const existing = mergeableLine(cart.items, requested);
  const quantity = existing ? grownQuantity(existing, requested.quantity) : requested.quantity;
  const offer = await locked.offer(requested.variant_id, quantity);
  if (!isAdmin) refuseUnpublished(offer, deps.config);
  const { rules } = deps.providers;
  const price = pricedOffer(offer, priceFactsOfCart(cart, rules), { quantity, now: Date.now() });
  if (!isAdmin) refuseOtherChannel(offer);
  // Checks this line only. The completion checks all lines of the variant together.
  refuseOfferShortage(offer, quantity);
  if (existing) {
    const pieces = { quantity, unit_price: price.amount, includes_tax: price.includesTax };
    const sold = checkedLine(pieces, lineContextOf(rules, cart, { before: existing, offer }));
    return updateLines(tx, [{ ...sold, id: existing.id, metadata: existing.metadata ?? {} }]);
  }
  const context = lineContextOf(rules, cart, { offer });
  const line = lineFrom(newId("item"), requested, { offer, price, context });
  refuseManyLines(cart.items.length + 1, deps.config);
  refuseOversized(cart, { field: "metadata", after: requested.metadata }, deps.config);
  return insertCartLines(tx, cart.id, [line]);
}
