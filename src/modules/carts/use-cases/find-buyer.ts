import type { Tx } from "../../../db/database.ts";
import type { Told } from "../../../events/announce.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { type Guest, guestFor, isGuestWith } from "../../customers/index.ts";
import type { Cart } from "../cart.ts";
import type { Buyer, CartChanges } from "../cart-changes.ts";
import type { Ground } from "../cart-ground-store.ts";

/** The guest with the email that was sent, unless a customer was named; nobody is looked for whose cart it is. */
export function guestOf(
  tx: Tx,
  { email, customer_id }: CartChanges,
  assumed: Cart | undefined,
): Promise<Guest> | undefined {
  if (email === undefined || customer_id !== undefined) return undefined;
  const owner = assumed?.customer;
  if (owner && isGuestWith(owner, email))
    return Promise.resolve({ id: owner.id, email: owner.email, isNew: false });
  const guest = guestFor(tx, email);
  // Whoever locks the cart hears of it when the transaction fails.
  guest.catch(() => {});
  return guest;
}

interface Buying {
  changes: CartChanges;
  ground: Ground | null;
  guest: Promise<Guest> | undefined;
}

/** The customer that was named, or the guest; null where it stays who it was. */
export async function buyerOf(
  cart: Cart,
  { changes, ground, guest }: Buying,
): Promise<{ buyer: Buyer | null; events: Told[] }> {
  const told = { name: "cart.customer_updated", data: { id: cart.id } };
  if (changes.customer_id !== undefined) {
    if (changes.customer_id === cart.customer_id) return { buyer: null, events: [] };
    if (!ground?.customer) throw notFound("Customer", changes.customer_id);
    return { buyer: ground.customer, events: [told] };
  }
  if (!guest) return { buyer: null, events: [] };
  const { isNew, ...buyer } = await guest;
  if (buyer.id === cart.customer_id && buyer.email === cart.email) return { buyer: null, events: [] };
  return { buyer, events: isNew ? [{ name: "customer.created", data: { ...buyer } }, told] : [told] };
}
