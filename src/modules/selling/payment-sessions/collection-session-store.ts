import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { type OpeningOutcome, openingOutcome, type PaymentSession } from "./payment-session.ts";

const ofCollection = (collectionId: string) => sql`
  select payment_session_id from payment_collection_sessions where payment_collection_id = ${collectionId}`;

const replace = compiledReturningWrite<{ collectionId: string; sessions: string }, { id: string }>(
  "payment-collection-sessions-replace",
  { inserts: ["payment_session"], updates: ["payment_session"], deletes: ["payment_session"] },
  (p) => sql<{ id: string }>`
    with sent as (select * from jsonb_to_recordset(${p.sessions}::jsonb)
      as sent(id varchar, provider_id varchar, amount integer)),
    gone as (delete from payment_session
      where id in (${ofCollection(p.collectionId)}) and id not in (select id from sent)),
    -- The data of an initiated session may be newer than the sent data.
    changed as (update payment_session old set amount = sent.amount, updated_at = now()
      from sent where old.id = sent.id and not old.is_initiated and old.amount <> sent.amount)
    insert into payment_session (id, provider_id, is_initiated, status, data, amount)
    select sent.id, sent.provider_id, false, 'pending', '{}'::jsonb, sent.amount from sent
    where not exists (select 1 from payment_session old where old.id = sent.id)
    returning id`,
);

/** Replaces the sessions of a locked collection. Returns the ids of the new ones. */
export async function replaceCollectionSessions(
  tx: Tx,
  collectionId: string,
  sessions: readonly PaymentSession[],
): Promise<string[]> {
  return (await replace(tx, { collectionId, sessions: JSON.stringify(sessions) })).map(({ id }) => id);
}

/** An unpaid session of an unpaid collection. */
const isPayable = (id: string) => sql`
  from payment_collection_sessions link
  join payment_collection collection on collection.id = link.payment_collection_id
    and collection.deleted_at is null and collection.status <> 'canceled'
  where link.payment_session_id = ${id} and session.id = ${id} and session.payment_authorized_at is null
    and session.status <> 'canceled'`;

interface Opened {
  id: string;
  /** The data of the request to the provider. */
  before: Metadata;
  data: Metadata;
  amount: number;
}

const lockCollectionOf = compiledWrite<{ id: string }>(
  "payment-collection-session-lock",
  {},
  (p) => sql`select id from payment_collection where id =
    (select payment_collection_id from payment_collection_sessions where payment_session_id = ${p.id})
    for no key update`,
);

const open = compiledReturningWrite<
  { id: string; before: string; data: string; amount: number },
  { id: string }
>(
  "payment-collection-session-opened",
  { updates: ["payment_session"] },
  (p) => sql<{ id: string }>`
    update payment_session session set is_initiated = true, status = 'pending', data = ${p.data}::jsonb,
      amount = ${p.amount}, updated_at = now()
    ${isPayable(p.id)} and session.data in (${p.before}::jsonb, ${p.data}::jsonb)
    returning session.id`,
);

// A canceled session counts as deleted, unless it was paid with.
const left = compiledSql<{ id: string }, { is_paid: boolean }>(
  "payment-collection-session-left",
  (p) => sql<{ is_paid: boolean }>`
    select payment_authorized_at is not null as is_paid from payment_session
    where id = ${p.id} and (status <> 'canceled' or payment_authorized_at is not null)`,
);

/**
 * Saves the response of the provider, unless the session has changed since the request. Of two requests that changed the
 * session at the provider at the same time, the first one saved wins. The lock of the collection waits for a request that
 * deletes the session: it does not know that the session is open.
 */
export async function saveOpenedCollectionSession(
  tx: Tx,
  { before, data, ...session }: Opened,
): Promise<OpeningOutcome> {
  await lockCollectionOf(tx, { id: session.id });
  const saved = await open(tx, { ...session, before: JSON.stringify(before), data: JSON.stringify(data) });
  return openingOutcome(saved, () => left(tx, { id: session.id }));
}

interface StatusUpdate extends Pick<PaymentSession, "id" | "status" | "data"> {
  before: Metadata;
}

const updateStatus = compiledReturningWrite<
  { id: string; status: PaymentSession["status"]; before: string; data: string },
  unknown
>(
  "payment-collection-session-status",
  { updates: ["payment_session"] },
  (p) => sql`
    update payment_session session set status = ${p.status}::payment_session_status_enum, data = ${p.data}::jsonb,
      updated_at = now()
    ${isPayable(p.id)} and session.data = ${p.before}::jsonb`,
);

/** Saves the status of a payment that is not authorized, unless the data of the session has changed. */
export async function saveCollectionSessionStatus(
  tx: Tx,
  { id, status, before, data }: StatusUpdate,
): Promise<void> {
  await updateStatus(tx, { id, status, before: JSON.stringify(before), data: JSON.stringify(data) });
}

const cancel = compiledReturningWrite<{ collectionId: string }, unknown>(
  "payment-collection-sessions-cancel",
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set status = 'canceled', updated_at = now()
    where id in (${ofCollection(p.collectionId)}) and payment_authorized_at is null and status <> 'canceled'`,
);

/** Cancels the open sessions of a locked collection. */
export async function cancelCollectionSessions(tx: Tx, collectionId: string): Promise<void> {
  await cancel(tx, { collectionId });
}

const authorize = compiledReturningWrite<{ id: string; data: string }, unknown>(
  "payment-collection-session-authorized",
  { updates: ["payment_session"] },
  (p) => sql`update payment_session set status = 'authorized', data = ${p.data}::jsonb,
      payment_authorized_at = now(), updated_at = now()
    where id = ${p.id}`,
);

export async function authorizeCollectionSession(tx: Tx, id: string, data: Metadata): Promise<void> {
  await authorize(tx, { id, data: JSON.stringify(data) });
}
