import type { Metadata } from "../../../kernel/metadata.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import type { Cart, CartAddress, CartRegion } from "./cart.ts";
import { blankAddress, sellsTo } from "./cart-place.ts";

export type SentAddress = Partial<Omit<CartAddress, "id" | "customer_id" | "metadata">> & {
  metadata?: Metadata;
};

type Slot = "shipping_address" | "billing_address";

/** The addresses of a cart while it is changed: what each slot holds, and which rows are to be written. */
export interface CartAddresses {
  shipping_address: CartAddress | null;
  billing_address: CartAddress | null;
  written: readonly CartAddress[];
  /** No order and no other cart has the rows of these addresses. */
  areOwn: boolean;
}

/** Drafts and swaps may have addresses of orders; what customers put into their carts is in these alone. */
export const addressesOf = ({ type, shipping_address, billing_address }: Cart): CartAddresses => ({
  shipping_address,
  billing_address,
  written: [],
  areOwn: type === "default",
});

/**
 * What is sent is merged into the address that is there; metadata takes the place of its own. An address of the
 * customer's book or of an order, or one that both slots share, is not changed thereby: the cart gets a copy.
 */
export function withAddress(
  addresses: CartAddresses,
  slot: Slot,
  { sent, newId }: { sent: SentAddress; newId: () => string },
): CartAddresses {
  const { metadata, ...texts } = sent;
  const current = addresses[slot] ?? blankAddress(newId());
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

/** What an id of an address names. */
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
 * An address that is already in the cart, or one that was saved. That of a customer's open cart would change with it:
 * the cart gets a copy.
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

/** Goods go to countries of the region only. The code is compared as it is meant, and stored as it is written. */
export function refuseForeignAddress(region: CartRegion, address: SentAddress | CartAddress): void {
  const { country_code } = address;
  if (country_code && !sellsTo(region, country_code.toLowerCase())) {
    throw invalid("Shipping country must be in the cart region");
  }
}
