import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";
import type { Metadata } from "../../kernel/metadata.ts";
import type { PaymentSession } from "./cart.ts";

/** A session and what its provider said when it was asked to authorize. */
export interface Authorized {
  sessionId: string;
  data: Metadata;
}

type Completed = { cartId: string; paymentId: string | null; sessionId: string | null; data: string };

const complete = compiledSql<Completed, unknown>(
  "cart-complete",
  (p) => sql`
    with authorized as (update payment_session set status = 'authorized', data = ${p.data}::jsonb,
        payment_authorized_at = now(), updated_at = now()
      where id = ${p.sessionId} and cart_id = ${p.cartId})
    update cart set completed_at = now(), payment_authorized_at = now(), payment_id = ${p.paymentId},
      updated_at = now()
    where id = ${p.cartId}`,
);

/** The cart has become an order. */
export async function markCompleted(
  tx: Tx,
  { cartId, paymentId, session }: { cartId: string; paymentId: string | null; session: Authorized | null },
): Promise<void> {
  await complete(tx, {
    cartId,
    paymentId,
    sessionId: session?.sessionId ?? null,
    data: JSON.stringify(session?.data ?? {}),
  });
}

const note = compiledSql<{ id: string; status: PaymentSession["status"]; data: string }, unknown>(
  "payment-session-status",
  (p) => sql`
    update payment_session session set status = ${p.status}::payment_session_status_enum, data = ${p.data}::jsonb,
      updated_at = now()
    from cart where session.id = ${p.id} and cart.id = session.cart_id and cart.completed_at is null`,
);

/** What a provider said of a payment that is not authorized. */
export async function saveSessionStatus(
  tx: Tx,
  { id, status, data }: Pick<PaymentSession, "id" | "status" | "data">,
): Promise<void> {
  await note(tx, { id, status, data: JSON.stringify(data) });
}
