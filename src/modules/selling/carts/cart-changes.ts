import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { Cart } from "./cart.ts";
import type { CartAddresses, SentAddress } from "./cart-addresses.ts";

/** What a storefront may change of a cart at once. */
export interface CartChanges {
  region_id?: string;
  country_code?: string;
  email?: string;
  sales_channel_id?: string;
  billing_address?: SentAddress | string | null;
  shipping_address?: SentAddress | string | null;
  discounts?: { code: string }[];
  /** Null as well as an empty list: none any more. */
  gift_cards?: { code: string }[] | null;
  context?: Metadata;
  /** Who is logged in, or whom an administrator chose. */
  customer_id?: string;
}

/** Who buys. */
export interface Buyer {
  id: string;
  email: string;
}

/** The row of the cart with what has changed in it. */
export const changedRow = (
  cart: Cart,
  next: {
    buyer: Buyer | null;
    regionId: string;
    salesChannelId: string | null;
    addresses: CartAddresses;
    context: Metadata | undefined;
  },
) => ({
  id: cart.id,
  email: next.buyer?.email ?? cart.email,
  customer_id: next.buyer?.id ?? cart.customer_id,
  region_id: next.regionId,
  sales_channel_id: next.salesChannelId,
  billing_address_id: next.addresses.billing_address?.id ?? null,
  shipping_address_id: next.addresses.shipping_address?.id ?? null,
  context: next.context ? mergedMetadata(cart.context, next.context) : cart.context,
  addresses: next.addresses.written,
});

/**
 * What comes back was paid in the order's currency. And gift cards are used up by orders: in a swap one could pay
 * again and again.
 */
export function refuseForSwap({ region_id }: Pick<Cart, "region_id">, changes: CartChanges): void {
  if (changes.region_id !== undefined && changes.region_id !== region_id) {
    throw notAllowed("The region of a swap's cart cannot be changed");
  }
  if (changes.gift_cards?.length) throw notAllowed("A swap cannot be paid with gift cards");
}

/** A code in the address decides where no other was sent. */
export const sentCountryOf = ({ country_code, shipping_address }: CartChanges): string | undefined => {
  const ofAddress = typeof shipping_address === "object" ? shipping_address?.country_code : undefined;
  return country_code ?? ofAddress ?? undefined;
};
