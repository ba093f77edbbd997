import type { Tx } from "../../../db/database.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import { canTake, holderOf } from "../../inventory/index.ts";
import { type Cart, type CartLine, refuseReturned } from "../cart.ts";
import { refuseOversized } from "../cart-limits.ts";
import { refuseHuge, withMetadata } from "../line.ts";
import { saveLines } from "../line-store.ts";
import { offerOf, pricedOffer, priceFactsOf } from "../offer.ts";
import { readOffers } from "../remembered-offers-store.ts";
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
export const updateLine = (deps: CartDeps, cartId: string, change: LineChange): Promise<Cart | null> =>
  change.quantity === 0
    ? removeLine(deps, cartId, change.lineId)
    : changeLines(deps, {
        cartId,
        shipping: "taken away",
        change: (tx, cart) => saveChange(deps, { tx, cart, change }),
      });

async function saveChange(
  deps: CartDeps,
  { tx, cart, change }: { tx: Tx; cart: Cart; change: LineChange },
): Promise<void> {
  const line = cart.items.find(({ id }) => id === change.lineId);
  if (!line) throw invalid("Could not find the line item");
  refuseReturned(line);
  const price = await newPrice(deps, { tx, cart, line, quantity: change.quantity });
  refuseHuge({ unit_price: price.unit_price, quantity: change.quantity });
  const metadata = withMetadata(line, change.metadata);
  refuseOversized(cart, { field: "metadata", before: line.metadata, after: metadata }, deps.config);
  await saveLines(tx, [{ id: line.id, quantity: change.quantity, metadata, ...price }]);
}

interface Changing {
  tx: Tx;
  cart: Cart;
  line: CartLine;
  quantity: number;
}

/** Prices depend on the quantity, except where somebody set one by hand. */
async function newPrice(deps: CartDeps, { tx, cart, line, quantity }: Changing) {
  const { unit_price, includes_tax } = line;
  if (line.variant_id === null) return { unit_price, includes_tax };
  const { region_id: regionId, sales_channel_id: salesChannelId } = cart;
  const offers = await readOffers(deps.graph, {
    variantIds: [line.variant_id],
    regionId,
    salesChannelId,
    holder: holderOf(deps, cart.id),
    on: tx,
  });
  const offer = offerOf(offers, line.variant_id);
  if (!canTake(offer.$availability, quantity)) {
    throw notAllowed("Inventory doesn't cover the desired quantity", "insufficient_inventory");
  }
  if (!line.should_merge) return { unit_price, includes_tax };
  const price = pricedOffer(offer, priceFactsOf(cart), { quantity, now: Date.now() });
  return { unit_price: price.amount, includes_tax: price.includesTax };
}
