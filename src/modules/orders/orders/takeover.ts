import { Refusal } from "../../../kernel/refusal.ts";

/** What a token says: whoever holds it may let these orders go over to the account. */
export interface Takeover {
  claimingCustomerId: string;
  orders: string[];
  /** The email that the orders had when the token was made, and that it was sent to. */
  oldEmail: string;
}

/** An order as far as it matters to whom it belongs. */
export interface OwnedOrder {
  id: string;
  customer_id: string;
  email: string;
}

/** What is not theirs yet, by the email that may hand it over. */
export function claimsByEmail(orders: readonly OwnedOrder[], customerId: string): Map<string, string[]> {
  const claims = new Map<string, string[]>();
  for (const { id, customer_id, email } of orders) {
    if (customer_id === customerId) continue;
    const key = email.toLowerCase();
    claims.set(key, [...(claims.get(key) ?? []), id]);
  }
  return claims;
}

export const invalidToken = () => new Refusal("unauthorized", "The token is not valid, or no longer");

/**
 * The orders that still have to go over; those that are the customer's already stay as they are. A token is good only
 * while the orders belong to whom it was sent to.
 */
export function handedOver(
  orders: readonly OwnedOrder[],
  { claimingCustomerId, orders: ids, oldEmail }: Takeover,
): string[] {
  const others = orders.filter(({ customer_id }) => customer_id !== claimingCustomerId);
  if (orders.length < ids.length || others.some(({ email }) => email.toLowerCase() !== oldEmail)) {
    throw invalidToken();
  }
  return others.map(({ id }) => id);
}
