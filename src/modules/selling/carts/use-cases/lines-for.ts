import type { Connection } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { readOffers } from "../cache/index.ts";
import type { ContextRegion } from "../cart-context-store.ts";
import { type Line, lineFrom, refuseHuge, refuseNothing, type WantedLine } from "../line.ts";
import { type Offer, offerOf, pricedOffer, refuseForeign, refuseShortage } from "../offer.ts";
import type { CartDeps } from "./deps.ts";

interface Wanted {
  on: Connection;
  cartId: string;
  region: ContextRegion;
  salesChannelId: string | null;
  customerGroupIds: readonly string[];
  wanted: readonly WantedLine[];
}

/** The lines of a new cart, priced, one for each that was sent. */
export const linesFor = (deps: CartDeps, wanted: Wanted): Promise<Line[]> =>
  pricedLines(deps, wanted, (offer) => {
    refuseForeign(offer);
    refuseShortage(offer, piecesOf(wanted.wanted, offer.id));
  });

const piecesOf = (wanted: readonly WantedLine[], variantId: string): number =>
  wanted.reduce((sum, each) => sum + (each.variant_id === variantId ? each.quantity : 0), 0);

/** Lines that an administrator promises, one by one: whatever the stock is, and wherever the goods are sold. */
export const promisedLines = (deps: CartDeps, wanted: Wanted): Promise<Line[]> =>
  pricedLines(deps, wanted, () => {});

/** Lines that a customer asks for and that are looked for in stock only later. */
export const askedLines = (deps: CartDeps, wanted: Wanted): Promise<Line[]> =>
  pricedLines(deps, wanted, refuseForeign);

async function pricedLines(
  deps: CartDeps,
  { on, region, wanted, ...cart }: Wanted,
  check: (offer: Offer) => void,
): Promise<Line[]> {
  if (wanted.length === 0) return [];
  for (const each of wanted) refuseNothing(each);
  const facts: PriceFacts = {
    region,
    currency: { code: region.currency_code, includes_tax: region.currency_includes_tax },
    customer_group_ids: cart.customerGroupIds,
  };
  const offers = await readOffers(deps, on, {
    variantIds: wanted.map(({ variant_id }) => variant_id),
    regionId: region.id,
    salesChannelId: cart.salesChannelId,
    holder: holderOf(deps, cart.cartId),
  });
  const now = Date.now();
  return wanted.map((each) => {
    const offer = offerOf(offers, each.variant_id);
    const price = pricedOffer(offer, facts, { quantity: each.quantity, now });
    check(offer);
    refuseHuge({ unit_price: price.amount, quantity: each.quantity });
    return lineFrom(newId("item"), each, { offer, price });
  });
}
