import type { Tx } from "../../../../db/database.ts";
import type { NewEvent } from "../../../../events/define-events.ts";
import { newId } from "../../../../kernel/ids.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { findOwnAddress, lockAddress } from "../../../people/addresses/index.ts";
import { customerEvents, type Guest, guestFor, isGuestWith } from "../../../people/customers/index.ts";
import type { Cart, CartRegion } from "../cart.ts";
import { isInOpenCart } from "../cart-address-store.ts";
import {
  addressesOf,
  type CartAddresses,
  type FoundAddress,
  refuseForeignAddress,
  withAddress,
  withAddressById,
} from "../cart-addresses.ts";
import { type Buyer, type CartChanges, sentCountryOf } from "../cart-changes.ts";
import type { CartContext } from "../cart-context-store.ts";
import { countryIn } from "../cart-region.ts";
import { cartEvents } from "../events.ts";

interface BuyerRequest {
  changes: CartChanges;
  context: CartContext | null;
}

/** The customer with the sent id, or the guest with the sent email; null if the buyer stays the same. */
export async function buyerOf(
  tx: Tx,
  cart: Cart,
  { changes, context }: BuyerRequest,
): Promise<{ buyer: Buyer | null; events: NewEvent[] }> {
  const changed = cartEvents.of("cart.customer_updated", { id: cart.id });
  if (changes.customer_id !== undefined) {
    if (changes.customer_id === cart.customer_id) return { buyer: null, events: [] };
    if (!context?.customer) throw notFound("Customer", changes.customer_id);
    return { buyer: context.customer, events: [changed] };
  }
  if (changes.email === undefined) return { buyer: null, events: [] };
  const { isNew, ...buyer } = await guestWith(tx, cart, changes.email);
  if (buyer.id === cart.customer_id && buyer.email === cart.email) return { buyer: null, events: [] };
  return {
    buyer,
    events: isNew ? [customerEvents.of("customer.created", { ...buyer }), changed] : [changed],
  };
}

/** Saves a statement if the cart already belongs to this guest. */
async function guestWith(tx: Tx, { customer }: Cart, email: string): Promise<Guest> {
  if (customer && isGuestWith(customer, email)) {
    return { id: customer.id, email: customer.email, isNew: false };
  }
  return guestFor(tx, email);
}

interface AddressRequest {
  tx: Tx;
  cart: Cart;
  changes: CartChanges;
  /** Null if the cart stays in its region. */
  newRegion: CartRegion | null;
  customerId: string | null;
  /** Administrators may use any address, customers only those of their own address book. */
  isAdmin: boolean;
}

const addressId = () => newId("addr");

/** The addresses of a cart after a change: first adapted to the new region, then to the sent values. */
export async function resolveAddresses(request: AddressRequest): Promise<CartAddresses> {
  const moved = inNewRegion(addressesOf(request.cart), request);
  const billed = await withSentAddress(moved, "billing_address", request);
  return withSentAddress(billed, "shipping_address", request);
}

function inNewRegion(addresses: CartAddresses, { newRegion, changes }: AddressRequest): CartAddresses {
  if (!newRegion) return addresses;
  const country_code = countryIn(newRegion, sentCountryOf(changes));
  if (!addresses.shipping_address && country_code === null) return addresses;
  return withAddress(addresses, "shipping_address", { sent: { country_code }, newId: addressId });
}

async function withSentAddress(
  addresses: CartAddresses,
  slot: "billing_address" | "shipping_address",
  { tx, cart, changes, newRegion, customerId, isAdmin }: AddressRequest,
): Promise<CartAddresses> {
  const sent = changes[slot];
  if (sent === undefined) return addresses;
  if (sent === null) return { ...addresses, [slot]: null };
  if (slot === "shipping_address" && typeof sent === "object") {
    refuseForeignAddress(newRegion ?? cart.region, sent);
  }
  if (typeof sent === "object") return withAddress(addresses, slot, { sent, newId: addressId });
  const found = isAdmin ? await findAnyAddress(tx, sent) : await ownAddress(tx, customerId, sent);
  const next = withAddressById(addresses, slot, { ...found, id: sent, newId: addressId });
  if (slot === "shipping_address") refuseForeignAddress(newRegion ?? cart.region, next.shipping_address!);
  return next;
}

const ownAddress = async (tx: Tx, customerId: string | null, id: string): Promise<FoundAddress> => ({
  saved: customerId === null ? null : await findOwnAddress(tx, customerId, id),
  isInOpenCart: false,
});

/** For administrators. Locks the address first, so that the second statement reads the carts under that lock. */
export async function findAnyAddress(tx: Tx, id: string): Promise<FoundAddress> {
  const saved = await lockAddress(tx, id);
  return { saved, isInOpenCart: saved !== null && (await isInOpenCart(tx, id)) };
}
