import { newId } from "../../../../kernel/ids.ts";
import { insertCartLines, updateLines } from "../../line-items/index.ts";
import type { CartResult, CartSession } from "../cache/index.ts";
import { refuseManyLines, refuseOversized } from "../cart-limits.ts";
import {
  grownQuantity,
  lineFrom,
  mergeableLine,
  refuseHuge,
  refuseNothing,
  type WantedLine,
} from "../line.ts";
import { pricedOffer, priceFactsOf, refuseForeign, refuseShortage } from "../offer.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";

interface NewLine {
  wanted: WantedLine;
  /** Who is logged in. */
  customerId: string | null;
}

/**
 * Adds pieces of a variant to a cart. They join a line with the same metadata, or become a line of their own. The cart of a
 * guest becomes that of the customer who is logged in.
 */
export const addLine = (
  deps: CartDeps,
  cartId: string,
  { wanted, customerId }: NewLine,
): Promise<CartResult> =>
  changeLines(deps, { cartId, customerId, change: (session) => putLine(deps, session, { wanted }) });

interface PutLine {
  wanted: WantedLine;
  /** Administrators sell in any channel. */
  isAnywhere?: boolean;
}

export async function putLine(
  deps: CartDeps,
  session: CartSession,
  { wanted, isAnywhere = false }: PutLine,
): Promise<void> {
  const { tx, cart } = session;
  refuseNothing(wanted);
  const existing = mergeableLine(cart.items, wanted);
  const quantity = existing ? grownQuantity(existing, wanted.quantity) : wanted.quantity;
  const offer = await session.offer(wanted.variant_id, quantity);
  const price = pricedOffer(offer, priceFactsOf(cart), { quantity, now: Date.now() });
  if (!isAnywhere) refuseForeign(offer);
  // Other lines of the variant do not count here. The completion looks at the whole.
  refuseShortage(offer, quantity);
  refuseHuge({ unit_price: price.amount, quantity });
  if (existing) {
    const { id, metadata } = existing;
    return updateLines(tx, [
      { id, quantity, unit_price: price.amount, includes_tax: price.includesTax, metadata: metadata ?? {} },
    ]);
  }
  refuseManyLines(cart.items.length + 1, deps.config);
  refuseOversized(cart, { field: "metadata", after: wanted.metadata }, deps.config);
  return insertCartLines(tx, cart.id, [lineFrom(newId("item"), wanted, { offer, price })]);
}
