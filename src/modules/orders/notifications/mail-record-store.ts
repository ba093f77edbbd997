import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { BATCH_SIZE, batchOf, type DeletedBatch } from "../../../db/old-rows.ts";
import { compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import type { MailAbout, MailFailure } from "./mail-record.ts";

const saves = { inserts: ["tradewind.mail"], updates: ["tradewind.mail"] };
const updates = { updates: ["tradewind.mail"] };

/** A mail about a swap or a claim is one about its order. */
const orderOf = (p: MailAbout) => sql`case ${p.resource_type}::text
  when 'order' then ${p.resource_id}
  when 'swap' then (select order_id from public.swap where id = ${p.resource_id})
  when 'claim' then (select order_id from public.claim_order where id = ${p.resource_id}) end`;

type SentMail = MailAbout & { id: string; recipient: string; notification_id: string };

const saveSent = compiledWrite<SentMail>(
  "mail-sent",
  saves,
  (
    p,
  ) => sql`insert into tradewind.mail as mail (id, event_id, kind, provider_id, resource_type, resource_id, order_id,
      customer_id, recipient, notification_id, state, sent_at)
    values (${p.id}, ${p.event_id}, ${p.kind}, ${p.provider_id}, ${p.resource_type}, ${p.resource_id}, ${orderOf(p)},
      ${p.customer_id}, ${p.recipient}, ${p.notification_id}, 'sent', now())
    on conflict (event_id, provider_id) where event_id is not null do update set state = 'sent', error = null,
      recipient = excluded.recipient, notification_id = excluded.notification_id, attempts = mail.attempts + 1,
      sent_at = now(), updated_at = now(), claimed_until = null`,
);

/** A mail was sent, at the first attempt or a later one. */
export const recordSentMail = (tx: Tx, mail: SentMail): Promise<void> => saveSent(tx, mail);

type FailedMail = MailAbout & MailFailure & { id: string };

const saveFailed = compiledReturningWrite<FailedMail, { id: string; attempts: number }>(
  "mail-failed",
  saves,
  (p) => sql<{
    id: string;
    attempts: number;
  }>`insert into tradewind.mail as mail (id, event_id, kind, provider_id,
      resource_type, resource_id, order_id, customer_id, recipient, error, state)
    values (${p.id}, ${p.event_id}, ${p.kind}, ${p.provider_id}, ${p.resource_type}, ${p.resource_id}, ${orderOf(p)},
      ${p.customer_id}, ${p.recipient}, ${p.error}, 'failed')
    on conflict (event_id, provider_id) where event_id is not null do update set error = excluded.error,
      recipient = coalesce(excluded.recipient, mail.recipient), attempts = mail.attempts + 1, updated_at = now(),
      claimed_until = null
      where mail.state = 'failed'
    returning id, attempts`,
);

/** A mail was not sent. The id of its record if it is the first failure, else null. */
export async function recordFailedMail(tx: Tx, mail: FailedMail): Promise<string | null> {
  const [saved] = await saveFailed(tx, mail);
  return saved?.attempts === 1 ? saved.id : null;
}

// Longer than any provider may take, so that it ends only after a crash.
const CLAIM = sql.lit("60 seconds");
const isFree = sql`(claimed_until is null or claimed_until < clock_timestamp())`;

const claimFailed = compiledReturningWrite<{ eventId: string; providerId: string }, { isFree: boolean }>(
  "mail-claim-failed",
  updates,
  (p) => sql<{ isFree: boolean }>`with claimed as (
      update tradewind.mail set claimed_until = clock_timestamp() + ${CLAIM}::interval
      where event_id = ${p.eventId} and provider_id = ${p.providerId} and state = 'failed' and ${isFree} returning id)
    select exists (select from claimed) or not exists (select from tradewind.mail
      where event_id = ${p.eventId} and provider_id = ${p.providerId} and state = 'failed') as "isFree"`,
);

/** Whether a mail that failed before may be sent now. False: a user sends it at this moment. */
export async function claimFailedMail(
  on: Connection,
  key: { eventId: string; providerId: string },
): Promise<boolean> {
  const [claim] = await claimFailed(on, key);
  return claim!.isFree;
}

export interface StoredMail {
  id: string;
  event_id: string | null;
  kind: string;
  provider_id: string;
  state: "sent" | "failed";
  notification_id: string | null;
}

const select = compiledSql<{ id: string }, StoredMail>(
  "mail-find",
  (p) => sql<StoredMail>`select id, event_id, kind, provider_id, state, notification_id
    from tradewind.mail where id = ${p.id}`,
);

export async function findMail(on: Connection, id: string): Promise<StoredMail | null> {
  const [mail] = await select(on, { id });
  return mail ?? null;
}

const claim = compiledReturningWrite<{ id: string; state: string }, { id: string }>(
  "mail-claim",
  updates,
  (p) => sql<{ id: string }>`update tradewind.mail set claimed_until = clock_timestamp() + ${CLAIM}::interval
    where id = ${p.id} and state = ${p.state} and ${isFree} returning id`,
);

/** Whether the mail is still in this state and no other request or process sends it. */
export const claimMail = async (on: Connection, mail: { id: string; state: string }): Promise<boolean> =>
  (await claim(on, mail)).length > 0;

const release = compiledWrite<{ id: string; resent: number }>(
  "mail-release",
  updates,
  (p) => sql`update tradewind.mail set claimed_until = null, resent = resent + ${p.resent}::integer,
    updated_at = case when ${p.resent}::integer > 0 then now() else updated_at end where id = ${p.id}`,
);

export const releaseMail = (on: Connection, id: string, { isResent }: { isResent: boolean }): Promise<void> =>
  release(on, { id, resent: isResent ? 1 : 0 });

interface TestMail {
  id: string;
  provider_id: string;
  recipient: string;
  error: string | null;
}

const saveTest = compiledWrite<TestMail>(
  "mail-test",
  { inserts: ["tradewind.mail"] },
  (p) => sql`insert into tradewind.mail (id, kind, provider_id, recipient, state, error, sent_at)
    values (${p.id}, 'test', ${p.provider_id}, ${p.recipient},
      case when ${p.error}::text is null then 'sent' else 'failed' end, ${p.error},
      case when ${p.error}::text is null then now() end)`,
);

export const recordTestMail = (tx: Tx, mail: TestMail): Promise<void> => saveTest(tx, mail);

const deleteOld = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-mails",
  { deletes: ["tradewind.mail"] },
  (p) => sql<{ id: number }>`delete from tradewind.mail where id = any(array(
      select id from tradewind.mail where created_at < now() - make_interval(days => ${p.days}::integer)
      order by created_at limit ${BATCH_SIZE})) returning 1 as id`,
);

/** Deletes a batch of the mails that are older than so many days. */
export const deleteOldMails = async (tx: Tx, days: number): Promise<DeletedBatch> =>
  batchOf(await deleteOld(tx, { days }));
