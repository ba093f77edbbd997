import type { Tx } from "../../../db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import { holderOf } from "../../inventory/index.ts";
import type { Cart } from "../cart.ts";
import { refuseManyLines, refuseOversized } from "../cart-limits.ts";
import {
  grownQuantity,
  lineFrom,
  mergeableLine,
  refuseHuge,
  refuseNothing,
  type WantedLine,
} from "../line.ts";
import { insertLines, saveLines } from "../line-store.ts";
import { type Offer, offerOf, pricedOffer, priceFactsOf, refuseForeign, refuseShortage } from "../offer.ts";
import { assumedOffer, expectOffer, readOffers } from "../remembered-offers-store.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";

interface Adding {
  wanted: WantedLine;
  /** Who is logged in. */
  customerId: string | null;
}

/**
 * Pieces that are already in the cart with the same metadata become more; others become a line of their own. The cart of a
 * stranger becomes that of the customer who is logged in. Returns the cart as it is then, or null where that has to be read.
 */
export const addLine = (
  deps: CartDeps,
  cartId: string,
  { wanted, customerId }: Adding,
): Promise<Cart | null> =>
  changeLines<OffersAhead>(deps, {
    cartId,
    customerId,
    added: [wanted.variant_id],
    ahead: (tx, cart) => {
      const asked = offersFor(deps, { cart, wanted });
      if (assumedOffer(deps.graph, tx, asked)) return undefined;
      const offers = readOffers(deps.graph, { ...asked, on: tx });
      // Whoever locks the cart hears of it when the transaction fails.
      offers.catch(() => {});
      return { place: placeOf(cart), offers };
    },
    change: (tx, cart, ahead) => putLine(deps, tx, { cart, wanted, ahead }),
  });

/** Offers that were asked for before it was sure where the cart is. */
interface OffersAhead {
  place: string;
  offers: Promise<ReadonlyMap<string, Offer>>;
}

interface Putting {
  cart: Cart;
  wanted: WantedLine;
  ahead?: OffersAhead;
  /** Administrators sell in any channel what they promise. */
  isAnywhere?: boolean;
}

const placeOf = ({ region_id, sales_channel_id }: Cart) => JSON.stringify([region_id, sales_channel_id]);

const offersFor = (deps: CartDeps, { cart, wanted }: Putting) => ({
  variantIds: [wanted.variant_id],
  regionId: cart.region_id,
  salesChannelId: cart.sales_channel_id,
  holder: holderOf(deps, cart.id),
});

/** What is wanted as it is sold where the cart is, read now unless this process may go by what it remembers. */
async function offerFor(deps: CartDeps, tx: Tx, putting: Putting) {
  const { cart, wanted, ahead } = putting;
  const asked = offersFor(deps, putting);
  const assumed = assumedOffer(deps.graph, tx, asked);
  if (assumed) return { offer: assumed, expect: (quantity: number) => expectOffer(tx, assumed, quantity) };
  const isThere = ahead?.place === placeOf(cart);
  const offers = await (isThere ? ahead.offers : readOffers(deps.graph, { ...asked, on: tx }));
  return { offer: offerOf(offers, wanted.variant_id), expect: () => {} };
}

export async function putLine(deps: CartDeps, tx: Tx, putting: Putting): Promise<void> {
  const { cart, wanted, isAnywhere = false } = putting;
  refuseNothing(wanted);
  const { offer, expect } = await offerFor(deps, tx, putting);
  const existing = mergeableLine(cart.items, wanted);
  const quantity = existing ? grownQuantity(existing, wanted.quantity) : wanted.quantity;
  // Before anything is refused: what is remembered of it may be old.
  expect(quantity);
  const price = pricedOffer(offer, priceFactsOf(cart), { quantity, now: Date.now() });
  if (!isAnywhere) refuseForeign(offer);
  // Other lines of the variant do not count here. The completion looks at the whole.
  refuseShortage(offer, quantity);
  refuseHuge({ unit_price: price.amount, quantity });
  if (!existing) {
    refuseManyLines(cart.items.length + 1, deps.config);
    refuseOversized(cart, { field: "metadata", after: wanted.metadata }, deps.config);
  }
  if (!existing) return insertLines(tx, cart.id, [lineFrom(newId("item"), wanted, { offer, price })]);
  const { id, metadata } = existing;
  await saveLines(tx, [
    { id, quantity, unit_price: price.amount, includes_tax: price.includesTax, metadata: metadata ?? {} },
  ]);
}
