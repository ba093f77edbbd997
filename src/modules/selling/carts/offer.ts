import { invalid, notAllowed } from "../../../kernel/refusal.ts";
import type { Rules } from "../../../plugins/rules/rules.ts";
import { type Price, type PriceFacts, type TaxRate, unitPriceFor } from "../../catalogue/pricing/index.ts";
import { type Availability, canTake } from "../../stock/inventory/index.ts";
import type { Cart, CartFacts } from "./cart.ts";

/** A variant as it is sold in one region and channel. */
export interface Offer {
  id: string;
  title: string;
  sku: string | null;
  weight: number | null;
  product: {
    id: string;
    title: string;
    status: string;
    thumbnail: string | null;
    discountable: boolean;
    is_giftcard: boolean;
  };
  prices: Price[];
  $tax_rates: TaxRate[];
  $availability: Availability;
  $in_channel: boolean;
}

interface HasPriceFacts {
  $facts: Pick<CartFacts, "currency_includes_tax" | "customer_group_ids" | "customer">;
}

export const priceFactsOfCart = (
  { region, sales_channel_id, $facts }: Pick<Cart, "region" | "sales_channel_id"> & HasPriceFacts,
  rules: Rules,
): PriceFacts => ({
  rules,
  region,
  currency: { code: region.currency_code, includes_tax: $facts.currency_includes_tax },
  customer_group_ids: $facts.customer_group_ids,
  customer_id: $facts.customer?.has_account ? $facts.customer.id : null,
  sales_channel_id,
});

export const unitPriceOf = (
  offer: Offer,
  facts: PriceFacts,
  { quantity, now }: { quantity: number; now: number },
) =>
  unitPriceFor(offer.prices, {
    facts,
    productRates: offer.$tax_rates,
    variantId: offer.id,
    productId: offer.product.id,
    quantity,
    now,
  });

export function offerOf(offers: ReadonlyMap<string, Offer>, variantId: string): Offer {
  const offer = offers.get(variantId);
  if (!offer) throw unknownVariant(variantId);
  return offer;
}

const unknownVariant = (id: string) =>
  invalid(`Unable to generate the line items, some variant has not been found: ${id}`);

/** In a shop that hides them, a customer cannot buy goods that are not published, also with the id of a variant. */
export function refuseUnpublished(
  { id, product }: Offer,
  { unpublishedProducts }: { unpublishedProducts: "shown" | "hidden" },
): void {
  if (unpublishedProducts === "hidden" && product.status !== "published") throw unknownVariant(id);
}

/** Refuses a variant without a price. */
export function pricedOffer(offer: Offer, facts: PriceFacts, at: { quantity: number; now: number }) {
  const price = unitPriceOf(offer, facts, at);
  if (!price) throw invalid(`Cannot generate line item for variant "${offer.title}" without a price`);
  return price;
}

export function refuseOtherChannel(offer: Offer): void {
  if (!offer.$in_channel) {
    throw invalid(
      `The products [${offer.product.title}] must belongs to the sales channel on which the cart has been created.`,
    );
  }
}

export function refuseOfferShortage(offer: Offer, quantity: number): void {
  if (!canTake(offer.$availability, quantity)) {
    throw notAllowed(
      `Variant with id: ${offer.id} does not have the required inventory`,
      "insufficient_inventory",
    );
  }
}
