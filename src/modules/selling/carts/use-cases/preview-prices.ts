import { notFound } from "../../../../kernel/refusal.ts";
import type { Price } from "../../../catalogue/pricing/index.ts";
import { unknownRegion } from "../cart.ts";
import { readCartContext } from "../cart-context-store.ts";
import type { CartDeps } from "../cart-deps-type.ts";
import { type Offer, offerOf, unitPriceOf } from "../offer.ts";
import { readOffersFrom } from "../offers-graph.ts";
import { factsOf } from "./compose-draft-cart.ts";

export interface PricePreview {
  region_id: string;
  variant_id: string[];
  customer_id?: string;
  quantity?: number;
  price_list_id?: string;
}

/** The list counts as active now, whatever its status and dates are; its customer groups still count. */
const asActive =
  (listId: string | undefined) =>
  (price: Price): Price =>
    price.price_list === null || price.price_list_id !== listId
      ? price
      : { ...price, price_list: { ...price.price_list, status: "active", starts_at: null, ends_at: null } };

const withPricesOf = (offer: Offer, prices: Price[]): Offer => ({ ...offer, prices });
const ofNoList = ({ price_list_id }: Price) => price_list_id === null;

/** What a piece of each variant costs a customer in a region, with price lists and without. */
export async function previewPrices({ db, graph, providers }: CartDeps, request: PricePreview) {
  const { region_id: regionId, customer_id: customerId = null, variant_id: variantIds } = request;
  const { region, customer } = await readCartContext(db, { regionId, salesChannelId: null, customerId });
  if (!region) throw unknownRegion(regionId);
  if (customerId !== null && !customer) throw notFound("Customer", customerId);
  const found = await readOffersFrom(graph, db, { variantIds, regionId, salesChannelId: null });
  const offers = new Map(found.map((offer) => [offer.id, offer]));
  const facts = factsOf(region, customer, providers.rules);
  const at = { quantity: request.quantity ?? 1, now: Date.now() };
  const prices = variantIds.map((id) => {
    const offer = offerOf(offers, id);
    const price = unitPriceOf(
      withPricesOf(offer, offer.prices.map(asActive(request.price_list_id))),
      facts,
      at,
    );
    const regular = unitPriceOf(withPricesOf(offer, offer.prices.filter(ofNoList)), facts, at);
    return {
      variant_id: id,
      title: offer.title,
      product_title: offer.product.title,
      price: price?.amount ?? null,
      includes_tax: price?.includesTax ?? null,
      regular_price: regular?.amount ?? null,
      regular_includes_tax: regular?.includesTax ?? null,
    };
  });
  return { currency_code: region.currency_code, prices };
}
