import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { Cart } from "./cart.ts";
import type { CartAddresses, SentAddress } from "./cart-addresses.ts";

/** Undefined fields stay unchanged. */
export interface CartChanges {
  region_id?: string;
  country_code?: string;
  email?: string;
  sales_channel_id?: string;
  billing_address?: SentAddress | string | null;
  shipping_address?: SentAddress | string | null;
  discounts?: { code: string }[];
  /** Null or an empty list removes all gift cards. */
  gift_cards?: { code: string }[] | null;
  context?: Metadata;
  custom_fields?: SentCustomFields;
  /** The customer who is logged in, or whom an administrator chose. */
  customer_id?: string;
}

export interface Buyer {
  id: string;
  email: string;
}

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
 * Returned lines were paid in the currency of the order. Only orders reduce the balance of gift cards, so a swap could use
 * the same balance repeatedly.
 */
export function refuseForSwap({ region_id }: Pick<Cart, "region_id">, changes: CartChanges): void {
  if (changes.region_id !== undefined && changes.region_id !== region_id) {
    throw notAllowed("The region of a swap's cart cannot be changed");
  }
  if (changes.gift_cards?.length) throw notAllowed("A swap cannot be paid with gift cards");
}

/** `country_code` has precedence over the country of the sent address. */
export const sentCountryOf = ({ country_code, shipping_address }: CartChanges): string | undefined => {
  const ofAddress = typeof shipping_address === "object" ? shipping_address?.country_code : undefined;
  return country_code ?? ofAddress ?? undefined;
};
