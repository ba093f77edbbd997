import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import {
  type CartAddress,
  type CartCustomer,
  toProviderAddress,
  toProviderCustomer,
} from "../../selling/carts/index.ts";
import type { PaymentSession } from "../../selling/payment-sessions/index.ts";
import type { OrderPayment } from "../orders/index.ts";
import type { CollectionStatus } from "./payment-collection-state.ts";

/** A payment collection with everything that its changes need. Properties are named after columns. */
export interface PaymentCollection {
  id: string;
  status: CollectionStatus;
  description: string | null;
  amount: number;
  authorized_amount: number | null;
  region_id: string;
  currency_code: string;
  metadata: Metadata | null;
  region: { payment_providers: { id: string }[] };
  payment_sessions: CollectionSession[];
  payments: OrderPayment[];
  /** The customer and the order; null if the order edit has no collection any more. */
  $payer: Payer | null;
}

export interface CollectionSession extends PaymentSession {
  payment_authorized_at: string | null;
}

export interface Payer {
  order_id: string;
  /** The edit was declined or canceled, or the order is canceled or being canceled. */
  is_over: boolean;
  /** The edit was confirmed: later payments belong to the order at once. */
  is_confirmed: boolean;
  email: string;
  customer: Omit<CartCustomer, "has_account"> | null;
  billing_address: CartAddress | null;
}

export const unknownCollection = (id: string) => notFound("Payment collection", id);

const unknownSession = (id: string) => notFound("Payment session", id);

export function sessionOf<Session extends { id: string }>(
  { payment_sessions }: { payment_sessions: readonly Session[] },
  id: string,
): Session {
  const session = payment_sessions.find((each) => each.id === id);
  if (!session) throw unknownSession(id);
  return session;
}

/** A collection as its payment provider receives it: the shape of the port in `providers/ports/payment.ts`. */
export const paymentRequestOf = ({ id, currency_code, $payer }: PaymentCollection, amount: number) => ({
  resourceId: id,
  amount,
  currencyCode: currency_code,
  email: $payer?.email ?? null,
  customer: $payer?.customer ? toProviderCustomer($payer.customer) : null,
  billingAddress: $payer?.billing_address ? toProviderAddress($payer.billing_address) : null,
});
