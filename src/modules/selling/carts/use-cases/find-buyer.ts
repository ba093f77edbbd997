import type { Tx } from "../../../../db/database.ts";
import type { NewEvent } from "../../../../events/announce.ts";
import { notFound } from "../../../../kernel/refusal.ts";
import { type Guest, guestFor, isGuestWith } from "../../../people/customers/index.ts";
import type { Cart } from "../cart.ts";
import type { Buyer, CartChanges } from "../cart-changes.ts";
import type { CartContext } from "../cart-context-store.ts";

interface Buying {
  changes: CartChanges;
  context: CartContext | null;
}

/** The customer that was named, or the guest with the email that was sent; null where it stays the same. */
export async function buyerOf(
  tx: Tx,
  cart: Cart,
  { changes, context }: Buying,
): Promise<{ buyer: Buyer | null; events: NewEvent[] }> {
  const changed = { name: "cart.customer_updated", data: { id: cart.id } };
  if (changes.customer_id !== undefined) {
    if (changes.customer_id === cart.customer_id) return { buyer: null, events: [] };
    if (!context?.customer) throw notFound("Customer", changes.customer_id);
    return { buyer: context.customer, events: [changed] };
  }
  if (changes.email === undefined) return { buyer: null, events: [] };
  const { isNew, ...buyer } = await guestWith(tx, cart, changes.email);
  if (buyer.id === cart.customer_id && buyer.email === cart.email) return { buyer: null, events: [] };
  return { buyer, events: isNew ? [{ name: "customer.created", data: { ...buyer } }, changed] : [changed] };
}

/** The guest whose cart it is need not be looked up. */
async function guestWith(tx: Tx, { customer }: Cart, email: string): Promise<Guest> {
  if (customer && isGuestWith(customer, email)) {
    return { id: customer.id, email: customer.email, isNew: false };
  }
  return guestFor(tx, email);
}
