import type { Tx } from "../../../db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import { holderOf } from "../../inventory/index.ts";
import type { PriceFacts } from "../../pricing/index.ts";
import type { GroundRegion } from "../cart-ground-store.ts";
import { type Line, lineFrom, merged, refuseHuge, refuseNothing, type WantedLine } from "../line.ts";
import { offerOf, pricedOffer, refuseForeign, refuseShortage } from "../offer.ts";
import { readOffers } from "../offers-graph.ts";
import type { CartDeps } from "./deps.ts";

interface Wanted {
  tx: Tx;
  cartId: string;
  region: GroundRegion;
  salesChannelId: string | null;
  customerGroupIds: readonly string[];
  wanted: readonly WantedLine[];
}

/** The lines of a new cart, priced; those of the same variant become one. */
export async function linesFor(deps: CartDeps, { tx, region, wanted, ...cart }: Wanted): Promise<Line[]> {
  if (wanted.length === 0) return [];
  for (const each of wanted) refuseNothing(each);
  const facts: PriceFacts = {
    region,
    currency: { code: region.currency_code, includes_tax: region.currency_includes_tax },
    customer_group_ids: cart.customerGroupIds,
  };
  const all = merged(wanted);
  const offers = await readOffers(deps.graph, {
    variantIds: all.map(({ variant_id }) => variant_id),
    regionId: region.id,
    salesChannelId: cart.salesChannelId,
    holder: holderOf(deps, cart.cartId),
    on: tx,
  });
  const now = Date.now();
  return all.map((each) => {
    const offer = offerOf(offers, each.variant_id);
    const price = pricedOffer(offer, facts, { quantity: each.quantity, now });
    refuseForeign(offer);
    refuseShortage(offer, each.quantity);
    refuseHuge({ unit_price: price.amount, quantity: each.quantity });
    return lineFrom(newId("item"), each, { offer, price });
  });
}
