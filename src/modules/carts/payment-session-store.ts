import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledSql } from "../../db/statements.ts";
import type { PaymentSession } from "./cart.ts";

// Sessions are few and change seldom: they are written anew, so that at no moment two of them are selected.
const replace = compiledSql<{ cartId: string; sessions: string }, unknown>(
  "payment-sessions-replace",
  (p) => sql`
    with sent as (select * from jsonb_to_recordset(${p.sessions}::jsonb) as sent(id varchar, provider_id varchar,
      is_selected boolean, is_initiated boolean, status payment_session_status_enum, data jsonb, amount integer)),
    gone as (delete from payment_session where cart_id = ${p.cartId} and id not in (select id from sent)
      returning id),
    changed as (update payment_session old set is_selected = sent.is_selected, is_initiated = sent.is_initiated,
        status = sent.status, data = sent.data, amount = sent.amount, updated_at = now()
      from sent where old.id = sent.id returning old.id)
    insert into payment_session (id, cart_id, provider_id, is_selected, is_initiated, status, data, amount)
    select sent.id, ${p.cartId}, sent.provider_id, sent.is_selected, sent.is_initiated, sent.status, sent.data,
      sent.amount
    from sent where not exists (select 1 from payment_session old where old.id = sent.id)
      -- What takes the place of another session is put there after that one has gone.
      and (select count(*) from gone) + (select count(*) from changed) >= 0`,
);

const deselect = compiledSql<{ cartId: string }, unknown>(
  "payment-sessions-deselect",
  (p) => sql`update payment_session set is_selected = null where cart_id = ${p.cartId} and is_selected`,
);

/** The sessions of a locked cart become exactly these. */
export async function savePaymentSessions(
  tx: Tx,
  cartId: string,
  { before, after }: { before: readonly PaymentSession[]; after: readonly PaymentSession[] },
): Promise<void> {
  const selected = before.find(({ is_selected }) => is_selected)?.id;
  const next = after.find(({ is_selected }) => is_selected)?.id;
  // Only one session of a cart may be selected, also between two rows of one statement.
  if (selected !== undefined && next !== undefined && selected !== next) await deselect(tx, { cartId });
  await replace(tx, { cartId, sessions: JSON.stringify(after) });
}

type Opened = Pick<PaymentSession, "id" | "data" | "amount">;

const opened = compiledSql<{ id: string; data: string; amount: number | null }, { id: string }>(
  "payment-session-opened",
  (p) => sql<{ id: string }>`
    update payment_session session set is_initiated = true, status = 'pending', data = ${p.data}::jsonb,
      amount = ${p.amount}, updated_at = now()
    from cart where session.id = ${p.id} and cart.id = session.cart_id and cart.completed_at is null
    returning session.id`,
);

/** What the provider said of a session; nothing when the session or the cart has gone on meanwhile. */
export async function saveOpenedSession(tx: Tx, session: Opened): Promise<void> {
  await opened(tx, { ...session, data: JSON.stringify(session.data) });
}
