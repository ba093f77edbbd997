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

/** A payment collection as it is read to be changed; the names are those of its tables. */
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
  /** Whose order it is for; null where the order edit has let go of it. */
  $payer: Payer | null;
}

export interface CollectionSession extends PaymentSession {
  payment_authorized_at: string | null;
}

export interface Payer {
  order_id: string;
  /** The edit came to nothing, or the order was canceled or is being canceled. */
  is_over: boolean;
  /** The edit was confirmed: what is paid from now on belongs to the order at once. */
  is_confirmed: boolean;
  email: string;
  customer: Omit<CartCustomer, "has_account"> | null;
  billing_address: CartAddress | null;
}

export const unknownCollection = (id: string) => notFound("Payment collection", id);

export const unknownSession = (id: string) => notFound("Payment session", id);

export function sessionOf({ payment_sessions }: Pick<PaymentCollection, "payment_sessions">, id: string) {
  const session = payment_sessions.find((each) => each.id === id);
  if (!session) throw unknownSession(id);
  return session;
}

/** What a payment provider is told of a collection: the shape of the port in `providers/ports/payment.ts`. */
export const paymentRequestOf = ({ id, currency_code, $payer }: PaymentCollection, amount: number) => ({
  resourceId: id,
  amount,
  currencyCode: currency_code,
  email: $payer?.email ?? null,
  customer: $payer?.customer ? toProviderCustomer($payer.customer) : null,
  billingAddress: $payer?.billing_address ? toProviderAddress($payer.billing_address) : null,
});
