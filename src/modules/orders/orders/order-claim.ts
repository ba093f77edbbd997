import { Refusal } from "../../../kernel/refusal.ts";

/** The payload of a token: its holder may assign these orders to the account. */
export interface OrderClaimToken {
  claimingCustomerId: string;
  orders: string[];
  /** The email of the orders when the token was issued, and its recipient; tokens of v1 do not name it. */
  oldEmail: string | null;
}

export interface OwnedOrder {
  id: string;
  customer_id: string;
  email: string;
}

/** The ids of orders that do not belong to the customer yet, by their email. */
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
 * The ids of the orders to assign, without those that already belong to the customer. A token is valid only while the
 * orders have the email that it was sent to. One of v1 is for orders of one email.
 */
export function ordersToAssign(
  orders: readonly OwnedOrder[],
  { claimingCustomerId, orders: ids, oldEmail }: OrderClaimToken,
): string[] {
  const others = orders.filter(({ customer_id }) => customer_id !== claimingCustomerId);
  const sentTo = oldEmail ?? others[0]?.email.toLowerCase();
  if (orders.length < ids.length || others.some(({ email }) => email.toLowerCase() !== sentTo)) {
    throw invalidToken();
  }
  return others.map(({ id }) => id);
}
