import type { Connection, Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { holderOf } from "../../../stock/inventory/index.ts";
import { deleteLines, type LineContext, repricedLine, updateLines } from "../../line-items/index.ts";
import { type CacheDeps, readOffers } from "../cache/index.ts";
import { type CartLine, isSold } from "../cart.ts";
import type { CartContext, ContextRegion } from "../cart-context-store.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { type Line, type LineRequest, lineFrom, refuseZeroQuantity } from "../line.ts";
import {
  type Offer,
  offerOf,
  pricedOffer,
  refuseOfferShortage,
  refuseOtherChannel,
  refuseUnpublished,
  unitPriceOf,
} from "../offer.ts";
import { newLineContext } from "../rule-cart.ts";

interface LinesRequest {
  on: Connection;
  cartId: string;
  region: ContextRegion;
  salesChannelId: string | null;
  /** Null: the prices without a customer. */
  customer: CartContext["customer"];
  requested: readonly LineRequest[];
  source: LineContext["source"];
}

/** The priced lines of a new cart, one for each requested line. Checks channel and stock. */
export const newCartLines = (deps: CartDeps, request: LinesRequest): Promise<Line[]> =>
  pricedLines(deps, request, (offer) => {
    refuseUnpublished(offer, deps.config);
    refuseOtherChannel(offer);
    refuseOfferShortage(offer, piecesOf(request.requested, offer.id));
  });

const piecesOf = (requested: readonly LineRequest[], variantId: string): number =>
  requested.reduce((sum, each) => sum + (each.variant_id === variantId ? each.quantity : 0), 0);

/** Lines that an administrator adds, from any channel and without a check of stock. */
export const adminLines = (deps: CartDeps, request: LinesRequest): Promise<Line[]> =>
  pricedLines(deps, request, () => {});

/** Lines that a customer requests before stock is checked. Checks the channel. */
export const customerLines = (deps: CartDeps, request: LinesRequest): Promise<Line[]> =>
  pricedLines(deps, request, (offer) => {
    refuseUnpublished(offer, deps.config);
    refuseOtherChannel(offer);
  });

async function pricedLines(
  deps: CartDeps,
  { on, region, requested, source, ...cart }: LinesRequest,
  check: (offer: Offer) => void,
): Promise<Line[]> {
  if (requested.length === 0) return [];
  for (const each of requested) refuseZeroQuantity(each);
  const { rules } = deps.providers;
  const facts: PriceFacts = {
    rules,
    region,
    currency: { code: region.currency_code, includes_tax: region.currency_includes_tax },
    customer_group_ids: cart.customer?.group_ids ?? [],
    customer_id: cart.customer?.has_account ? cart.customer.id : null,
    sales_channel_id: cart.salesChannelId,
  };
  const offers = await readOffers(deps, on, {
    variantIds: requested.map(({ variant_id }) => variant_id),
    regionId: region.id,
    salesChannelId: cart.salesChannelId,
    holder: holderOf(deps, cart.cartId),
  });
  const now = Date.now();
  return requested.map((each) => {
    const offer = offerOf(offers, each.variant_id);
    const price = pricedOffer(offer, facts, { quantity: each.quantity, now });
    check(offer);
    const context = newLineContext(rules, source, offer);
    return lineFrom(newId("item"), each, { offer, price, context });
  });
}

interface Repricing {
  tx: Tx;
  lines: readonly CartLine[];
  facts: PriceFacts;
  salesChannelId: string | null;
  /** Select prices again, except those that an admin set. */
  selectsPrices: boolean;
  /** A price that an admin set is an amount in the currency of the old region, so it is replaced as well. */
  isRegionNew: boolean;
  /** Remove lines without a price in the region. */
  requiresPrice: boolean;
  /** Remove lines that are not sold in the new channel. */
  isChannelNew: boolean;
}

interface Repriced {
  /** Whether any line was changed or removed. */
  isAnyChanged: boolean;
  isAnyRemoved: boolean;
}

/** Updates the prices of the lines after a change of region, customer or channel. */
export async function repriceLines(deps: CacheDeps, changed: Repricing): Promise<Repriced> {
  const { tx, facts, salesChannelId } = changed;
  const lines = changed.lines.filter((line) => line.variant_id !== null && isSold(line));
  if (lines.length === 0) return { isAnyChanged: false, isAnyRemoved: false };
  const variantIds = lines.map(({ variant_id }) => variant_id!);
  const offers = await readOffers(deps, tx, { variantIds, regionId: facts.region!.id, salesChannelId });
  const repriced = lines.map((line) => repricing(line, offers.get(line.variant_id!), changed));
  await deleteLines(
    tx,
    repriced.flatMap((each) => (each.kind === "removed" ? each.id : [])),
  );
  await updateLines(
    tx,
    repriced.flatMap((each) => (each.kind === "priced" ? each.line : [])),
  );
  return {
    isAnyChanged: repriced.some(({ kind }) => kind !== "same"),
    isAnyRemoved: repriced.some(({ kind }) => kind === "removed"),
  };
}

function repricing(line: CartLine, offer: Offer | undefined, changed: Repricing) {
  const { id, quantity, metadata } = line;
  if (changed.isChannelNew && !offer?.$in_channel) return { kind: "removed" as const, id };
  const isFixed = !line.should_merge && !changed.isRegionNew;
  if (!changed.selectsPrices || isFixed) return { kind: "same" as const };
  const price = offer && unitPriceOf(offer, changed.facts, { quantity, now: Date.now() });
  if (!price) return changed.requiresPrice ? { kind: "removed" as const, id } : { kind: "same" as const };
  const { amount: unit_price, includesTax: includes_tax } = price;
  if (unit_price === line.unit_price && includes_tax === line.includes_tax) return { kind: "same" as const };
  return {
    kind: "priced" as const,
    line: repricedLine({ id, quantity, metadata: metadata ?? {}, unit_price, includes_tax }),
  };
}
