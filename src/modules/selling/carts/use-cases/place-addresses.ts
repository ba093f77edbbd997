import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { findOwnAddress } from "../../../people/addresses/index.ts";
import type { Cart, CartRegion } from "../cart.ts";
import {
  addressesOf,
  type CartAddresses,
  type FoundAddress,
  refuseForeignAddress,
  withAddress,
  withAddressById,
} from "../cart-addresses.ts";
import { type CartChanges, sentCountryOf } from "../cart-changes.ts";
import { countryIn } from "../cart-place.ts";
import { findAnyAddress } from "./find-any-address.ts";

interface Placing {
  tx: Tx;
  cart: Cart;
  changes: CartChanges;
  /** Set when the cart goes to another region. */
  newRegion: CartRegion | null;
  customerId: string | null;
  /** Administrators may name any address; customers those of their own book. */
  isAdmin: boolean;
}

const addressId = () => newId("addr");

/** The addresses of a cart after a change: first what the new region asks for, then what was sent. */
export async function placeAddresses(placing: Placing): Promise<CartAddresses> {
  const moved = inNewRegion(addressesOf(placing.cart), placing);
  const billed = await placed(moved, "billing_address", placing);
  return placed(billed, "shipping_address", placing);
}

function inNewRegion(addresses: CartAddresses, { newRegion, changes }: Placing): CartAddresses {
  if (!newRegion) return addresses;
  const country_code = countryIn(newRegion, sentCountryOf(changes));
  if (!addresses.shipping_address && country_code === null) return addresses;
  return withAddress(addresses, "shipping_address", { sent: { country_code }, newId: addressId });
}

async function placed(
  addresses: CartAddresses,
  slot: "billing_address" | "shipping_address",
  { tx, cart, changes, newRegion, customerId, isAdmin }: Placing,
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
