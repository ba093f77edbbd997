import type { Metadata } from "../../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../../kernel/refusal.ts";
import { canTake } from "../../../stock/inventory/index.ts";
import { updateLines } from "../../line-items/index.ts";
import type { CartResult, CartSession } from "../cache/index.ts";
import { type CartLine, refuseReturned } from "../cart.ts";
import { refuseOversized } from "../cart-limits.ts";
import { refuseHuge, withMetadata } from "../line.ts";
import { pricedOffer, priceFactsOf } from "../offer.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";
import { removeLine } from "./remove-line.ts";

interface LineChange {
  lineId: string;
  /** None removes the line. */
  quantity: number;
  metadata?: Metadata;
}

/** As in v1 the lines of a cart are not told that the ways to ship them are gone. */
export const updateLine = (deps: CartDeps, cartId: string, change: LineChange): Promise<CartResult> =>
  change.quantity === 0
    ? removeLine(deps, cartId, change.lineId)
    : changeLines(deps, {
        cartId,
        shipping: "removed",
        change: (session) => saveChange(deps, session, change),
      });

async function saveChange(deps: CartDeps, session: CartSession, change: LineChange): Promise<void> {
  const { tx, cart } = session;
  const line = cart.items.find(({ id }) => id === change.lineId);
  if (!line) throw invalid("Could not find the line item");
  refuseReturned(line);
  const price = await newPrice(session, line, change.quantity);
  refuseHuge({ unit_price: price.unit_price, quantity: change.quantity });
  const metadata = withMetadata(line, change.metadata);
  refuseOversized(cart, { field: "metadata", before: line.metadata, after: metadata }, deps.config);
  await updateLines(tx, [{ id: line.id, quantity: change.quantity, metadata, ...price }]);
}

/** Prices depend on the quantity, except where an administrator set one. */
async function newPrice(session: CartSession, line: CartLine, quantity: number) {
  const { unit_price, includes_tax } = line;
  if (line.variant_id === null) return { unit_price, includes_tax };
  const offer = await session.offer(line.variant_id, quantity);
  if (!canTake(offer.$availability, quantity)) {
    throw notAllowed("Inventory doesn't cover the desired quantity", "insufficient_inventory");
  }
  if (!line.should_merge) return { unit_price, includes_tax };
  const price = pricedOffer(offer, priceFactsOf(session.cart), { quantity, now: Date.now() });
  return { unit_price: price.amount, includes_tax: price.includesTax };
}
