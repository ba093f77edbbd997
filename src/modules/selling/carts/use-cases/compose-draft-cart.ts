import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Rules } from "../../../../plugins/rules/rules.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import type { LineContext } from "../../line-items/index.ts";
import { readOffers } from "../cache/index.ts";
import { unknownRegion } from "../cart.ts";
import { type CartAddresses, refuseForeignAddress, withAddress, withAddressById } from "../cart-addresses.ts";
import { type CartContext, type ContextRegion, readCartContext } from "../cart-context-store.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { checkedChannel, onlyCountryOf } from "../cart-region.ts";
import {
  asAgreed,
  customLine,
  type DraftCart,
  type DraftLine,
  manualPriceOf,
  refuseUntaxed,
} from "../draft-cart.ts";
import { type Line, lineFrom } from "../line.ts";
import { type Offer, offerOf, pricedOffer } from "../offer.ts";
import { newLineContext } from "../rule-cart.ts";
import { type Parcel, parcelOf } from "../shipping-choice.ts";
import { findAnyAddress } from "./resolve-buyer.ts";

/** Created before anything is written: carriers get these ids with their request. */
export interface DraftCartIds {
  cartId: string;
  lineIds: readonly string[];
}

/** The contents of a cart that is not saved yet. */
export interface ComposedCart {
  region: ContextRegion;
  salesChannelId: string | null;
  customer: CartContext["customer"];
  addresses: CartAddresses;
  lines: Line[];
  parcel: Parcel;
}

interface CompositionRequest {
  tx: Tx;
  draft: DraftCart;
  ids: DraftCartIds;
}

/** Reads the prices, the customer and the addresses of a draft cart. */
export async function composeDraftCart(deps: CartDeps, request: CompositionRequest): Promise<ComposedCart> {
  const { tx, draft, ids } = request;
  const context = await readCartContext(tx, {
    regionId: draft.region_id,
    salesChannelId: null,
    customerId: draft.customer_id ?? null,
  });
  if (!context.region) throw unknownRegion(draft.region_id);
  const place = { region: context.region, salesChannelId: checkedChannel(context.channel, null) };
  const offers = await readOffers(deps, tx, {
    variantIds: (draft.items ?? []).flatMap(({ variant_id }) => variant_id ?? []),
    regionId: place.region.id,
    salesChannelId: place.salesChannelId,
  });
  const { rules } = deps.providers;
  const facts = factsOf(place.region, context.customer, rules);
  const lines = (draft.items ?? []).map((item, index) =>
    lineOf(ids.lineIds[index]!, item, { offers, facts, rules }),
  );
  const addresses = await addressesOf(request, place.region);
  const parcel = parcelOf({
    id: ids.cartId,
    email: context.customer?.email ?? draft.email,
    shipping_address: addresses.shipping_address,
    region: place.region,
    items: lines.map((line) => parcelLineOf(line, offers)),
  });
  return { ...place, customer: context.customer, addresses, lines, parcel };
}

export const factsOf = (
  region: ContextRegion,
  customer: CartContext["customer"],
  rules: Rules,
): PriceFacts => ({
  rules,
  region,
  currency: { code: region.currency_code, includes_tax: region.currency_includes_tax },
  customer_group_ids: customer?.group_ids ?? [],
  customer_id: customer?.has_account ? customer.id : null,
});

function lineOf(
  id: string,
  item: DraftLine,
  { offers, facts, rules }: { offers: ReadonlyMap<string, Offer>; facts: PriceFacts; rules: Rules },
): Line {
  refuseUntaxed(item);
  const { variant_id, metadata } = item;
  const offer = variant_id === undefined ? undefined : offerOf(offers, variant_id);
  const context = newLineContext(rules, "draft_order", offer);
  const line = offer
    ? variantLine(id, { ...item, variant_id: offer.id }, { offer, facts, context })
    : customLine(id, item, context);
  return { ...line, metadata: metadata ?? {} };
}

/** A manual price also sells a variant that has no price in this region. */
export function variantLine(
  id: string,
  item: DraftLine & { variant_id: string },
  { offer, facts, context }: { offer: Offer; facts: PriceFacts; context: LineContext },
): Line {
  const agreed = manualPriceOf(item);
  const price = agreed ?? pricedOffer(offer, facts, { quantity: item.quantity, now: Date.now() });
  const line = lineFrom(id, item, { offer, price, context });
  return agreed ? asAgreed(line) : line;
}

const parcelLineOf = (line: Line, offers: ReadonlyMap<string, Offer>) => {
  const offer = line.variant_id === null ? undefined : offers.get(line.variant_id);
  return {
    ...line,
    is_return: false,
    variant: offer ? { product_id: offer.product.id, sku: offer.sku, weight: offer.weight } : null,
  };
};

const addressId = () => newId("addr");

/** Without a sent address, a region with one country decides the country. */
async function addressesOf({ tx, draft }: CompositionRequest, region: ContextRegion): Promise<CartAddresses> {
  let addresses: CartAddresses = {
    shipping_address: null,
    billing_address: null,
    written: [],
    areOwn: false,
  };
  const country_code = onlyCountryOf(region);
  const sent = {
    shipping_address: draft.shipping_address ?? (country_code === null ? null : { country_code }),
    billing_address: draft.billing_address ?? null,
  };
  for (const slot of ["shipping_address", "billing_address"] as const) {
    const address = sent[slot];
    if (address === null) continue;
    if (typeof address === "object") {
      addresses = withAddress(addresses, slot, { sent: address, newId: addressId });
    } else {
      const found = await findAnyAddress(tx, address);
      addresses = withAddressById(addresses, slot, { ...found, id: address, newId: addressId });
    }
  }
  if (addresses.shipping_address) refuseForeignAddress(region, addresses.shipping_address);
  return addresses;
}
