import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { PriceFacts } from "../../../catalogue/pricing/index.ts";
import { readOffers } from "../cache/index.ts";
import { unknownRegion } from "../cart.ts";
import { type CartAddresses, refuseForeignAddress, withAddress, withAddressById } from "../cart-addresses.ts";
import { type CartContext, type ContextRegion, readCartContext } from "../cart-context-store.ts";
import { checkedChannel, onlyCountryOf } from "../cart-place.ts";
import { type Line, lineFrom, refuseHuge } from "../line.ts";
import { type Offer, offerOf, pricedOffer } from "../offer.ts";
import { handmadeLine, type PromisedCart, type PromisedLine, withPriceByHand } from "../promised-cart.ts";
import { type Parcel, parcelOf } from "../shipping-choice.ts";
import type { CartDeps } from "./deps.ts";
import { findAnyAddress } from "./find-any-address.ts";

/** Known before anything is written, so that carriers can be told what they are asked about. */
export interface PromisedIds {
  cartId: string;
  lineIds: readonly string[];
}

/** A cart as it is going to be. */
export interface ComposedCart {
  region: ContextRegion;
  salesChannelId: string | null;
  customer: CartContext["customer"];
  addresses: CartAddresses;
  lines: Line[];
  parcel: Parcel;
}

interface Composing {
  tx: Tx;
  wanted: PromisedCart;
  ids: PromisedIds;
}

/** What an administrator promises, as far as it can be: prices, customer and addresses are looked up. */
export async function composePromisedCart(deps: CartDeps, composing: Composing): Promise<ComposedCart> {
  const { tx, wanted, ids } = composing;
  const ground = await readCartContext(tx, {
    regionId: wanted.region_id,
    salesChannelId: null,
    customerId: wanted.customer_id ?? null,
  });
  if (!ground.region) throw unknownRegion(wanted.region_id);
  const place = { region: ground.region, salesChannelId: checkedChannel(ground.channel, null) };
  const offers = await readOffers(deps, tx, {
    variantIds: (wanted.items ?? []).flatMap(({ variant_id }) => variant_id ?? []),
    regionId: place.region.id,
    salesChannelId: place.salesChannelId,
  });
  const facts = factsOf(place.region, ground.customer);
  const lines = (wanted.items ?? []).map((item, index) =>
    lineOf(ids.lineIds[index]!, item, { offers, facts }),
  );
  const addresses = await addressesOf(composing, place.region);
  const parcel = parcelOf({
    id: ids.cartId,
    email: ground.customer?.email ?? wanted.email,
    shipping_address: addresses.shipping_address,
    region: place.region,
    items: lines.map((line) => packed(line, offers)),
  });
  return { ...place, customer: ground.customer, addresses, lines, parcel };
}

const factsOf = (region: ContextRegion, customer: CartContext["customer"]): PriceFacts => ({
  region,
  currency: { code: region.currency_code, includes_tax: region.currency_includes_tax },
  customer_group_ids: customer?.group_ids ?? [],
});

function lineOf(
  id: string,
  item: PromisedLine,
  { offers, facts }: { offers: ReadonlyMap<string, Offer>; facts: PriceFacts },
): Line {
  const { variant_id, quantity, metadata } = item;
  const line =
    variant_id === undefined
      ? handmadeLine(id, item)
      : variantLine(id, { ...item, variant_id }, { offer: offerOf(offers, variant_id), facts });
  refuseHuge({ unit_price: line.unit_price, quantity });
  return { ...line, metadata: metadata ?? {} };
}

/** A price by hand also sells what has none in this region. */
export function variantLine(
  id: string,
  item: PromisedLine & { variant_id: string },
  { offer, facts }: { offer: Offer; facts: PriceFacts },
): Line {
  const { unit_price, quantity } = item;
  const price =
    unit_price === undefined
      ? pricedOffer(offer, facts, { quantity, now: Date.now() })
      : { amount: unit_price, includesTax: false };
  return withPriceByHand(lineFrom(id, item, { offer, price }), item);
}

const packed = (line: Line, offers: ReadonlyMap<string, Offer>) => {
  const offer = line.variant_id === null ? undefined : offers.get(line.variant_id);
  return {
    ...line,
    is_return: false,
    variant: offer ? { product_id: offer.product.id, sku: offer.sku, weight: offer.weight } : null,
  };
};

const addressId = () => newId("addr");

/** Goods that can go to one country only go there, unless an address was sent. */
async function addressesOf({ tx, wanted }: Composing, region: ContextRegion): Promise<CartAddresses> {
  let addresses: CartAddresses = {
    shipping_address: null,
    billing_address: null,
    written: [],
    areOwn: false,
  };
  const country_code = onlyCountryOf(region);
  const sent = {
    shipping_address: wanted.shipping_address ?? (country_code === null ? null : { country_code }),
    billing_address: wanted.billing_address ?? null,
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
