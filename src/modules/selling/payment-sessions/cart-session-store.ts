import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite, writePart } from "../../../db/statements.ts";
import { type OpeningOutcome, openingOutcome, type PaymentSession } from "./payment-session.ts";

interface Written {
  cartId: string;
  sessions: string;
}

const sent = ({
  sessions,
}: Written) => sql`select * from jsonb_to_recordset(${sessions}::jsonb) as sent(id varchar,
  provider_id varchar, is_selected boolean, is_initiated boolean, status payment_session_status_enum, data jsonb,
  amount integer)`;

const insertSent = ({ cartId }: Written) => sql`
  insert into payment_session (id, cart_id, provider_id, is_selected, is_initiated, status, data, amount)
  select sent.id, ${cartId}, sent.provider_id, sent.is_selected, sent.is_initiated, sent.status, sent.data, sent.amount
  from sent`;

const insert = compiledWrite<Written>(
  "payment-sessions-insert",
  { inserts: ["payment_session"] },
  (p) => sql`with sent as (${sent(p)}) ${insertSent(p)}`,
);

// One statement replaces all sessions of the cart, so that two of them are never selected at once.
const replace = compiledWrite<Written>(
  "payment-sessions-replace",
  { inserts: ["payment_session"], updates: ["payment_session"], deletes: ["payment_session"] },
  // The condition on the cart makes PostgreSQL use its index: it expects many sessions and would scan the table.
  (p) => sql`
    with sent as (${sent(p)}),
    gone as (delete from payment_session where cart_id = ${p.cartId} and id not in (select id from sent)
      returning id),
    -- The data of an initiated session may be newer than the sent data.
    changed as (update payment_session old set is_selected = sent.is_selected,
        amount = case when old.is_initiated then old.amount else sent.amount end, updated_at = now()
      from sent where old.cart_id = ${p.cartId} and old.id = sent.id returning old.id)
    ${insertSent(p)}
    where not exists (select 1 from payment_session old where old.cart_id = ${p.cartId} and old.id = sent.id)
      -- A session that replaces another one is inserted after that one was deleted.
      and (select count(*) from gone) + (select count(*) from changed) >= 0`,
);

const deselect = compiledWrite<{ cartId: string }>(
  "payment-sessions-deselect",
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set is_selected = null where cart_id = ${p.cartId} and is_selected`,
);

/** Replaces the sessions of a locked cart. */
export async function savePaymentSessions(
  tx: Tx,
  cartId: string,
  { before, after }: { before: readonly PaymentSession[]; after: readonly PaymentSession[] },
): Promise<void> {
  const selected = before.find(({ is_selected }) => is_selected)?.id;
  const next = after.find(({ is_selected }) => is_selected)?.id;
  // The unique index on the selected session is checked for each row, so the old selection is removed first.
  if (selected !== undefined && next !== undefined && selected !== next) await deselect(tx, { cartId });
  const write = before.length > 0 ? replace : insert;
  await write(tx, { cartId, sessions: JSON.stringify(after) });
}

type Opened = Pick<PaymentSession, "id" | "data" | "amount"> & { before: PaymentSession["data"] };

const lockCart = compiledWrite<{ id: string }>(
  "payment-session-lock-cart",
  {},
  (p) => sql`select id from cart where id = (select cart_id from payment_session where id = ${p.id})
    for no key update`,
);

/** Locks the cart, so that the response is compared with the session after other changes. */
const lockCartOfSession = (tx: Tx, id: string): Promise<void> => lockCart(tx, { id });

const open = compiledReturningWrite<
  { id: string; before: string; data: string; amount: number | null },
  { id: string }
>(
  "payment-session-opened",
  { updates: ["payment_session"] },
  (p) => sql<{ id: string }>`
    update payment_session session set is_initiated = true, status = 'pending', data = ${p.data}::jsonb,
      amount = ${p.amount}, updated_at = now()
    from cart where session.id = ${p.id} and cart.id = session.cart_id and cart.completed_at is null
      and session.data in (${p.before}::jsonb, ${p.data}::jsonb)
    returning session.id`,
);

const left = compiledSql<{ id: string }, { is_paid: boolean }>(
  "payment-session-left",
  (p) => sql<{ is_paid: boolean }>`
    select cart.completed_at is not null as is_paid
    from payment_session session join cart on cart.id = session.cart_id where session.id = ${p.id}`,
);

/**
 * Saves the response of the provider, unless the session or the cart has changed since the request. Of two requests that
 * changed the session at the provider at the same time, the first one saved wins. The lock of the cart waits for a request
 * that deletes the session: it does not know that the session is open.
 */
export async function saveOpenedSession(
  tx: Tx,
  { before, data, ...session }: Opened,
): Promise<OpeningOutcome> {
  await lockCartOfSession(tx, session.id);
  const saved = await open(tx, { ...session, before: JSON.stringify(before), data: JSON.stringify(data) });
  return openingOutcome(saved, () => left(tx, { id: session.id }));
}

interface SessionStatus extends Pick<PaymentSession, "id" | "status" | "data"> {
  /** The data of the request to the provider. */
  before: PaymentSession["data"];
}

const saveStatus = compiledWrite<{
  id: string;
  status: PaymentSession["status"];
  before: string;
  data: string;
}>(
  "payment-session-status",
  { updates: ["payment_session"] },
  (p) => sql`
    update payment_session session set status = ${p.status}::payment_session_status_enum, data = ${p.data}::jsonb,
      updated_at = now()
    from cart where session.id = ${p.id} and session.data = ${p.before}::jsonb and cart.id = session.cart_id
      and cart.completed_at is null`,
);

/** Saves the status of a payment that is not authorized, unless the data of the session has changed. */
export async function saveSessionStatus(tx: Tx, { id, status, before, data }: SessionStatus): Promise<void> {
  await lockCartOfSession(tx, id);
  await saveStatus(tx, { id, status, before: JSON.stringify(before), data: JSON.stringify(data) });
}

const cancel = compiledWrite<{ id: string }>(
  "payment-session-cancel",
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set status = 'canceled', updated_at = now() where id = ${p.id}`,
);

/** Cancels a session of a locked cart. No order can be placed with it. */
export async function cancelSession(tx: Tx, id: string): Promise<void> {
  await cancel(tx, { id });
}

/** Marks the session that paid for the cart; changes nothing if its id is null. */
export const sessionAuthorized = writePart<{ sessionId: string | null; cartId: string; data: string }>(
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set status = 'authorized', data = ${p.data}::jsonb,
      payment_authorized_at = now(), updated_at = now()
    where id = ${p.sessionId} and cart_id = ${p.cartId}`,
);

const findPaid = compiledSql<{ id: string }, { id: string }>(
  "payment-session-paid",
  (p) => sql<{ id: string }>`select id from payment_session where id = ${p.id} and status = 'authorized'`,
);

/** Whether the session paid for its cart, which is completed. */
export const hasPaid = async (tx: Tx, id: string): Promise<boolean> =>
  (await findPaid(tx, { id })).length > 0;
