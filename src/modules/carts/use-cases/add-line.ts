import type { Tx } from "../../../db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import { holderOf } from "../../inventory/index.ts";
import type { LinedCart } from "../cart.ts";
import {
  grownQuantity,
  lineFrom,
  mergeableLine,
  refuseHuge,
  refuseNothing,
  type WantedLine,
} from "../line.ts";
import { insertLines, saveLines } from "../line-store.ts";
import { offerOf, pricedOffer, priceFactsOf, refuseForeign, refuseShortage } from "../offer.ts";
import { readOffers } from "../offers-graph.ts";
import { changeLines } from "./change-lines.ts";
import type { CartDeps } from "./deps.ts";

/** Pieces that are already in the cart with the same metadata become more; others become a line of their own. */
export const addLine = (deps: CartDeps, cartId: string, wanted: WantedLine): Promise<void> =>
  changeLines(deps, cartId, (tx, cart) => putLine(deps, tx, { cart, wanted }));

interface Putting {
  cart: LinedCart;
  wanted: WantedLine;
  /** Administrators sell in any channel what they promise. */
  isAnywhere?: boolean;
}

export async function putLine(
  deps: CartDeps,
  tx: Tx,
  { cart, wanted, isAnywhere = false }: Putting,
): Promise<void> {
  refuseNothing(wanted);
  const { region_id: regionId, sales_channel_id: salesChannelId } = cart;
  const offers = await readOffers(deps.graph, {
    variantIds: [wanted.variant_id],
    regionId,
    salesChannelId,
    holder: holderOf(deps, cart.id),
    on: tx,
  });
  const offer = offerOf(offers, wanted.variant_id);
  const existing = mergeableLine(cart.items, wanted);
  const quantity = existing ? grownQuantity(existing, wanted.quantity) : wanted.quantity;
  const price = pricedOffer(offer, priceFactsOf(cart), { quantity, now: Date.now() });
  if (!isAnywhere) refuseForeign(offer);
  // As v1: what is already in the cart does not count here. The completion looks at the whole.
  refuseShortage(offer, wanted.quantity);
  refuseHuge({ unit_price: price.amount, quantity });
  if (!existing) return insertLines(tx, cart.id, [lineFrom(newId("item"), wanted, { offer, price })]);
  const { id, metadata } = existing;
  await saveLines(tx, [
    { id, quantity, unit_price: price.amount, includes_tax: price.includesTax, metadata: metadata ?? {} },
  ]);
}
