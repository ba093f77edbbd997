import { sql } from "kysely";
import type { Connection, Tx, WriteConnection } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import { type Attempt, type AttemptOutcome, DELIVERY_HOURS } from "./delivery.ts";

interface EventRef {
  id: string;
  name: string;
  seq: number;
}

interface NewDeliveries {
  webhookId: string;
  ids: string[];
  seqs: number[];
  eventIds: string[];
  names: string[];
  hours: number;
}

// clock_timestamp() increases with each row, so deliveries start in the order of their events.
const insert = compiledReturningWrite<NewDeliveries, unknown>(
  "webhook-delivery-insert",
  { inserts: ["tradewind.webhook_delivery"] },
  (p) => sql`insert into tradewind.webhook_delivery
      (id, webhook_id, event_seq, event_id, event_name, next_try_at, give_up_at)
    select id, ${p.webhookId}, seq, event_id, name, clock_timestamp(), now() + ${p.hours}::int * interval '1 hour'
    from unnest(${p.ids}::text[], ${p.seqs}::bigint[], ${p.eventIds}::text[], ${p.names}::text[])
      made (id, seq, event_id, name)`,
);

export async function insertDeliveries(
  tx: Tx,
  webhookId: string,
  events: readonly EventRef[],
): Promise<void> {
  if (events.length === 0) return;
  await insert(tx, {
    webhookId,
    ids: events.map(() => newId("whd")),
    seqs: events.map(({ seq }) => seq),
    eventIds: events.map(({ id }) => id),
    names: events.map(({ name }) => name),
    hours: DELIVERY_HOURS,
  });
}

const countOpen = compiledSql<{ webhookId: string; most: number }, { count: number }>(
  "webhook-delivery-count-open",
  (p) => sql<{ count: number }>`select count(*) as count from (
    select from tradewind.webhook_delivery
    where webhook_id = ${p.webhookId} and next_try_at is not null limit ${p.most}) open`,
);

/** Unfinished deliveries, counted up to `limit`. */
export async function countOpenDeliveries(on: Connection, webhookId: string, limit: number): Promise<number> {
  const [counted] = await countOpen(on, { webhookId, most: limit });
  return counted!.count;
}

export interface ClaimedDelivery {
  id: string;
  attempts: number;
  timeLeft: number;
  event_id: string;
  event_name: string;
  /** Null when the event was deleted from the log. */
  event: { occurred_at: Date; data: Record<string, unknown>; traceparent: string | null } | null;
}

interface ClaimedRow extends Omit<ClaimedDelivery, "event"> {
  occurred_at: Date | null;
  traceparent: string | null;
  data: Record<string, unknown> | null;
}

const claim = compiledReturningWrite<{ webhookId: string; most: number; lease: number }, ClaimedRow>(
  "webhook-delivery-claim",
  { updates: ["tradewind.webhook_delivery"] },
  (p) => sql<ClaimedRow>`with due as materialized (
      select delivery.id from tradewind.webhook_delivery delivery
      where delivery.webhook_id = ${p.webhookId} and delivery.next_try_at <= now()
        and exists (select from tradewind.webhook where webhook.id = ${p.webhookId} and webhook.is_active)
      order by delivery.next_try_at, delivery.id limit ${p.most} for update of delivery skip locked),
    claimed as (
      update tradewind.webhook_delivery delivery
      set attempts = delivery.attempts + 1, last_attempt_at = now(), updated_at = now(),
        next_try_at = now() + ${p.lease}::float8 * interval '1 millisecond'
      from due where delivery.id = due.id
      returning delivery.id, delivery.attempts, delivery.event_id, delivery.event_name, delivery.event_seq,
        extract(epoch from delivery.give_up_at - now()) * 1000 as "timeLeft")
    select claimed.id, claimed.attempts, claimed."timeLeft", claimed.event_id, claimed.event_name,
      event.occurred_at, event.data, event.traceparent
    from claimed left join tradewind.event on event.seq = claimed.event_seq
    order by claimed.id`,
);

/**
 * Claims due deliveries, the longest waiting first. No other process claims them before the lease ends; then it retries
 * the deliveries of a process that died. A lease instead of a lock: an open transaction would delay every subscriber.
 */
export async function claimDeliveries(
  on: WriteConnection,
  claimRequest: { webhookId: string; most: number; lease: number },
): Promise<ClaimedDelivery[]> {
  const rows = await claim(on, claimRequest);
  return rows.map(({ occurred_at, data, traceparent, ...row }) => ({
    ...row,
    event: occurred_at && data ? { occurred_at, data, traceparent } : null,
  }));
}

interface AttemptRows {
  ids: string[];
  attempts: number[];
  statuses: string[];
  pauses: (number | null)[];
  responseStatuses: (number | null)[];
  bodies: (string | null)[];
  errors: (string | null)[];
  durations: number[];
}

// Another process may have retried the delivery after the lease ended. A delivered event stays delivered; a failure
// counts only if no later attempt has started.
const save = compiledReturningWrite<AttemptRows, unknown>(
  "webhook-delivery-save",
  { updates: ["tradewind.webhook_delivery"] },
  (p) => sql`update tradewind.webhook_delivery delivery
    set status = made.status, response_status = made.answer, response_body = made.body, error = made.error,
      duration = made.duration, updated_at = now(),
      delivered_at = case when made.status = 'delivered' then now() end,
      next_try_at = clock_timestamp() + made.pause * interval '1 millisecond'
    from unnest(${p.ids}::text[], ${p.attempts}::int[], ${p.statuses}::text[], ${p.pauses}::float8[],
      ${p.responseStatuses}::int[], ${p.bodies}::text[], ${p.errors}::text[], ${p.durations}::int[])
      made (id, attempts, status, pause, answer, body, error, duration)
    where delivery.id = made.id and delivery.status <> 'delivered'
      and (made.status = 'delivered' or delivery.attempts = made.attempts)`,
);

export async function saveAttempts(tx: Tx, results: readonly (Attempt & AttemptOutcome)[]): Promise<void> {
  await save(tx, {
    ids: results.map(({ deliveryId }) => deliveryId),
    attempts: results.map(({ attempts }) => attempts),
    statuses: results.map(({ status }) => status),
    pauses: results.map(({ pause }) => pause),
    responseStatuses: results.map(({ response }) => response.status),
    bodies: results.map(({ response }) => response.body),
    errors: results.map(({ response }) => response.error),
    durations: results.map(({ response }) => response.duration),
  });
}

// The notification wakes the dispatchers, as a new event does.
const reset = compiledReturningWrite<{ webhookId: string; id: string; hours: number }, unknown>(
  "webhook-delivery-again",
  { updates: ["tradewind.webhook_delivery"] },
  (p) => sql`with again as (update tradewind.webhook_delivery
      set status = 'pending', attempts = 0, next_try_at = now(), delivered_at = null, updated_at = now(),
        give_up_at = now() + ${p.hours}::int * interval '1 hour'
      where id = ${p.id} and webhook_id = ${p.webhookId} and status <> 'pending' returning id)
    select pg_notify('tradewind_event', '') from again`,
);

/** Restarts a delivery with all its attempts and time. A pending delivery stays as it is. */
export async function resetDelivery(tx: Tx, webhookId: string, id: string): Promise<void> {
  await reset(tx, { webhookId, id, hours: DELIVERY_HOURS });
}

const exists = compiled("webhook-delivery-exists", (db, p: { webhookId: string; id: string }) =>
  db
    .selectFrom("tradewind.webhook_delivery")
    .select("id")
    .where("id", "=", p.id)
    .where("webhook_id", "=", p.webhookId),
);

export async function isDeliveryOf(on: Connection, webhookId: string, id: string): Promise<boolean> {
  return (await exists(on, { webhookId, id })).length > 0;
}

const resume = compiledReturningWrite<{ webhookId: string; hours: number }, unknown>(
  "webhook-delivery-resume",
  { updates: ["tradewind.webhook_delivery"] },
  (p) => sql`update tradewind.webhook_delivery
    set attempts = 0, next_try_at = now(), give_up_at = now() + ${p.hours}::int * interval '1 hour', updated_at = now()
    where webhook_id = ${p.webhookId} and next_try_at is not null`,
);

/** Unfinished deliveries of a webhook that is switched on again get their full time. */
export async function resumeDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await resume(tx, { webhookId, hours: DELIVERY_HOURS });
}

const deleteOld = compiledReturningWrite<{ days: number; most: number }, { id: string }>(
  "webhook-delivery-delete-old",
  { deletes: ["tradewind.webhook_delivery"] },
  // The outer condition is checked again after a lock wait: a delivery that an admin just retried stays.
  (p) => sql<{ id: string }>`delete from tradewind.webhook_delivery where next_try_at is null and id in (
    select id from tradewind.webhook_delivery
    where next_try_at is null and created_at < now() - ${p.days}::int * interval '1 day'
    order by id limit ${p.most}) returning id`,
);

/** Returns the number of deleted rows. */
export async function deleteDeliveriesOlderThan(
  on: WriteConnection,
  days: number,
  limit: number,
): Promise<number> {
  return (await deleteOld(on, { days, most: limit })).length;
}

const backlog = compiledSql<{ most: number }, { deliveries: number; events: number }>(
  "webhook-backlog",
  (p) => sql<{ deliveries: number; events: number }>`select
    (select count(*) from (select from tradewind.webhook_delivery
      where next_try_at is not null limit ${p.most}) open) as deliveries,
    (select coalesce(max(behind.count), 0) from tradewind.webhook
      join tradewind.event_cursor cursor on cursor.subscriber = 'webhook:' || webhook.id
      cross join lateral (select count(*) as count from (select from tradewind.event
        where (event.tx, event.seq) > (cursor.tx, cursor.seq) limit ${p.most}) ahead) behind
      where webhook.is_active) as events`,
);

/** Unfinished deliveries, and events that the slowest webhook has not read yet; each counted up to `limit`. */
export async function countBacklog(on: Connection, limit: number) {
  const [counted] = await backlog(on, { most: limit });
  return counted!;
}
