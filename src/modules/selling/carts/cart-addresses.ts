import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import type { Cart, CartAddress, CartRegion } from "./cart.ts";
import { emptyAddress, sellsTo } from "./cart-region.ts";

export type SentAddress = Partial<Omit<CartAddress, "id" | "customer_id" | "metadata">> & {
  metadata?: Metadata;
};

type Slot = "shipping_address" | "billing_address";

/** The addresses of a cart during a change, and the rows to be written. */
export interface CartAddresses {
  shipping_address: CartAddress | null;
  billing_address: CartAddress | null;
  written: readonly CartAddress[];
  /** No order and no other cart has the rows of these addresses. */
  areOwn: boolean;
}

/** Drafts and swaps may share addresses with orders. Carts of customers do not. */
export const addressesOf = ({ type, shipping_address, billing_address }: Cart): CartAddresses => ({
  shipping_address,
  billing_address,
  written: [],
  areOwn: type === "default",
});

/**
 * Merges the sent fields into the address and replaces its metadata. The cart gets a copy if the address belongs to the
 * customer's address book or to an order, or if both slots share it.
 */
export function withAddress(
  addresses: CartAddresses,
  slot: Slot,
  { sent, newId }: { sent: SentAddress; newId: () => string },
): CartAddresses {
  const { metadata, ...texts } = sent;
  const current = addresses[slot] ?? emptyAddress(newId());
  const other = addresses[slot === "shipping_address" ? "billing_address" : "shipping_address"];
  const isOwn = addresses.areOwn || addresses.written.some(({ id }) => id === current.id);
  const isShared = current.customer_id !== null || current.id === other?.id || !isOwn;
  const address: CartAddress = {
    ...current,
    ...texts,
    id: isShared ? newId() : current.id,
    customer_id: null,
    metadata: metadata ?? current.metadata,
  };
  return {
    ...addresses,
    [slot]: address,
    written: [...addresses.written.filter(({ id }) => id !== address.id), address],
  };
}

export interface FoundAddress {
  /** The address with this id, if it may be used here. */
  saved: CartAddress | null;
  /** A customer's open cart has it too. */
  isInOpenCart: boolean;
}

interface NamedAddress extends FoundAddress {
  id: string;
  newId: () => string;
}

/**
 * Uses an address of the cart or a saved one. The cart gets a copy if the address is in the open cart of a customer, who
 * could still change it.
 */
export function withAddressById(
  addresses: CartAddresses,
  slot: Slot,
  { id, saved, isInOpenCart, newId }: NamedAddress,
): CartAddresses {
  const own = [addresses.shipping_address, addresses.billing_address].find((address) => address?.id === id);
  const address = own ?? saved;
  if (!address) throw notFound("Address", id);
  if (own || address.customer_id !== null || !isInOpenCart) return { ...addresses, [slot]: address };
  const copy = { ...address, id: newId() };
  return { ...addresses, [slot]: copy, written: [...addresses.written, copy] };
}

/** Compares the country code in lower case; it is stored as it was sent. */
export function refuseForeignAddress(region: CartRegion, address: SentAddress | CartAddress): void {
  const { country_code } = address;
  if (country_code && !sellsTo(region, country_code.toLowerCase())) {
    throw invalid("Shipping country must be in the cart region");
  }
}
