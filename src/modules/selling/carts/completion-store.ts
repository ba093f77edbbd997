import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { PaymentSession } from "./cart.ts";
import { lockCartOfSession } from "./payment-session-store.ts";

/** A session and what its provider said when it was asked to authorize. */
export interface Authorized {
  sessionId: string;
  data: Metadata;
}

type Completed = { cartId: string; paymentId: string | null; sessionId: string | null; data: string };

const complete = compiledWrite<Completed>(
  "cart-complete",
  { updates: ["payment_session", "cart"] },
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

interface Noted extends Pick<PaymentSession, "id" | "status" | "data"> {
  /** The data that the provider was asked about. */
  before: PaymentSession["data"];
}

const note = compiledWrite<{ id: string; status: PaymentSession["status"]; before: string; data: string }>(
  "payment-session-status",
  { updates: ["payment_session"] },
  (p) => sql`
    update payment_session session set status = ${p.status}::payment_session_status_enum, data = ${p.data}::jsonb,
      updated_at = now()
    from cart where session.id = ${p.id} and session.data = ${p.before}::jsonb and cart.id = session.cart_id
      and cart.completed_at is null`,
);

/** What a provider said of a payment that is not authorized; nothing when the session has another one by now. */
export async function saveSessionStatus(tx: Tx, { id, status, before, data }: Noted): Promise<void> {
  await lockCartOfSession(tx, id);
  await note(tx, { id, status, before: JSON.stringify(before), data: JSON.stringify(data) });
}

const giveUp = compiledWrite<{ id: string }>(
  "payment-session-give-up",
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set status = 'canceled', updated_at = now() where id = ${p.id}`,
);

/** No order can be placed with the session of this locked cart any more. */
export async function giveUpSession(tx: Tx, id: string): Promise<void> {
  await giveUp(tx, { id });
}
