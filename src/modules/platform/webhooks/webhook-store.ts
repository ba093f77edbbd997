import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import { deleteCursor } from "../../../events/cursor-store.ts";
import { type Webhook, webhookNotFound } from "./webhook.ts";

const insert = compiled("webhook-insert", (db, p: Webhook) =>
  db.insertInto("tradewind.webhook").values({
    id: p.id,
    author_id: p.author_id,
    url: p.url,
    description: p.description,
    events: p.events,
    is_active: p.is_active,
  }),
);

export async function insertWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await insert(tx, webhook);
}

const columns = [
  "id",
  "author_id",
  "url",
  "description",
  "events",
  "is_active",
  "failing_since",
  "failures",
  "disabled_at",
  "disabled_reason",
] as const;

const lock = compiled("webhook-lock", (db, p: { id: string }) =>
  db.selectFrom("tradewind.webhook").select(columns).where("id", "=", p.id).forNoKeyUpdate(),
);

export async function lockWebhook(tx: Tx, id: string): Promise<Webhook> {
  const webhook = await findAndLockWebhook(tx, id);
  if (!webhook) throw webhookNotFound(id);
  return webhook;
}

export async function findAndLockWebhook(tx: Tx, id: string): Promise<Webhook | null> {
  const [found] = await lock(tx, { id });
  return found ?? null;
}

const find = compiled("webhook-find", (db, p: { id: string }) =>
  db.selectFrom("tradewind.webhook").select(columns).where("id", "=", p.id),
);

export async function findWebhook(on: Connection, id: string): Promise<Webhook | null> {
  const [found] = await find(on, { id });
  return found ?? null;
}

const update = compiled("webhook-update", (db, p: Webhook) =>
  db
    .updateTable("tradewind.webhook")
    .set({
      author_id: p.author_id,
      url: p.url,
      description: p.description,
      events: p.events,
      is_active: p.is_active,
      failing_since: p.failing_since,
      failures: p.failures,
      disabled_at: p.disabled_at,
      disabled_reason: p.disabled_reason,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

export async function saveWebhook(tx: Tx, webhook: Webhook): Promise<void> {
  await update(tx, webhook);
}

const updateHealth = compiled("webhook-save-health", (db, p: Webhook) =>
  db
    .updateTable("tradewind.webhook")
    .set({
      is_active: p.is_active,
      failing_since: p.failing_since,
      failures: p.failures,
      disabled_at: p.disabled_at,
      disabled_reason: p.disabled_reason,
    })
    .where("id", "=", p.id),
);

/** Leaves `updated_at` alone: that is the time of the last change by an admin. */
export async function saveHealth(tx: Tx, webhook: Webhook): Promise<void> {
  await updateHealth(tx, webhook);
}

const told = compiled("webhook-told", (db, p: { id: string; since: Date }) =>
  db
    .selectFrom("tradewind.event")
    .select("id")
    .where("entity_id", "=", p.id)
    .where("name", "=", "webhook.failing")
    .where("occurred_at", ">=", p.since)
    .limit(1),
);

/** Whether users heard since then that the webhook fails. */
export const wasToldSince = async (tx: Tx, id: string, since: Date): Promise<boolean> =>
  (await told(tx, { id, since })).length > 0;

const disable = compiled("webhook-disable-of-user", (db, p: { userId: string; reason: string }) =>
  db
    .updateTable("tradewind.webhook")
    .set({ is_active: false, disabled_at: sql`now()`, disabled_reason: p.reason })
    .where("author_id", "=", p.userId)
    .where("is_active", "=", true)
    .returning("id"),
);

/** Returns the ids. */
export async function disableWebhookRows(tx: Tx, userId: string, reason: string): Promise<string[]> {
  return (await disable(tx, { userId, reason })).map(({ id }) => id);
}

const clear = compiled("webhook-clear-failures", (db, p: { id: string }) =>
  db
    .updateTable("tradewind.webhook")
    .set({ failing_since: null, failures: 0 })
    .where("id", "=", p.id)
    .where("failing_since", "is not", null),
);

export async function clearFailures(tx: Tx, id: string): Promise<void> {
  await clear(tx, { id });
}

const remove = compiled("webhook-delete", (db, p: { id: string }) =>
  db.deleteFrom("tradewind.webhook").where("id", "=", p.id).returning("id"),
);

/** Deletes the webhook with its cursor; foreign keys delete its secret and its deliveries. */
export async function deleteWebhookRow(tx: Tx, id: string, cursor: string): Promise<void> {
  await deleteCursor(tx, cursor);
  const [deleted] = await remove(tx, { id });
  if (!deleted) throw webhookNotFound(id);
}

/** The pending work of a webhook. */
export interface WebhookWork {
  id: string;
  /** The log has events after its cursor; maybe none that it subscribes to. */
  isBehind: boolean;
  /** Milliseconds until the next delivery is due; null without one. */
  wait: number | null;
}

const listActive = compiledSql<object, WebhookWork>(
  "webhook-work",
  () => sql<WebhookWork>`select webhook.id,
      exists (select from tradewind.event where (event.tx, event.seq) > (cursor.tx, cursor.seq)) as "isBehind",
      (select ceil(extract(epoch from delivery.next_try_at - clock_timestamp()) * 1000)
        from tradewind.webhook_delivery delivery
        where delivery.webhook_id = webhook.id and delivery.next_try_at is not null
        order by delivery.next_try_at limit 1) as wait
    from tradewind.webhook
    join tradewind.event_cursor cursor on cursor.subscriber = 'webhook:' || webhook.id
    where webhook.is_active`,
);

export const listWebhookWork = (on: Connection): Promise<WebhookWork[]> => listActive(on, {});

/** A position in the event log, just before one of its events. */
interface LogPosition {
  tx: string;
  seq: number;
}

const positionOfEvent = compiledSql<{ id: string }, LogPosition>(
  "webhook-place-of-event",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where id = ${p.id}`,
);

export async function findPositionBefore(on: Connection, eventId: string): Promise<LogPosition | null> {
  const [position] = await positionOfEvent(on, { id: eventId });
  return position ?? null;
}

const positionOfMoment = compiledSql<{ since: Date }, LogPosition>(
  "webhook-place-of-moment",
  (p) => sql<LogPosition>`select tx, seq - 1 as seq from tradewind.event where occurred_at >= ${p.since}
    and (tx, seq) > ('0'::xid8, 0) order by tx, seq limit 1`,
);

/** The position before the first event since then; null without such an event. Events of v1 do not count. */
export async function findPositionAt(on: Connection, since: Date): Promise<LogPosition | null> {
  const [position] = await positionOfMoment(on, { since });
  return position ?? null;
}

const insertSecretRow = compiled("webhook-secret-insert", (db, p: { id: string; secret: string }) =>
  db.insertInto("tradewind.webhook_secret").values({ webhook_id: p.id, secret: p.secret }),
);

export async function insertSecret(tx: Tx, webhookId: string, secret: string): Promise<void> {
  await insertSecretRow(tx, { id: webhookId, secret });
}

const rotate = compiledReturningWrite<{ id: string; secret: string }, unknown>(
  "webhook-secret-rotate",
  { updates: ["tradewind.webhook_secret"] },
  (p) => sql`update tradewind.webhook_secret
    set previous_secret = secret, previous_until = now() + interval '24 hours', secret = ${p.secret}, updated_at = now()
    where webhook_id = ${p.id}`,
);

/** For a day, requests are signed with the previous secret as well. */
export async function replaceSecret(tx: Tx, webhookId: string, secret: string): Promise<void> {
  await rotate(tx, { id: webhookId, secret });
}

/** Where requests go, and the secrets that sign them, newest first. */
export interface DeliveryTarget {
  author_id: string | null;
  url: string;
  secrets: string[];
}

const target = compiledSql<{ id: string }, DeliveryTarget>(
  "webhook-target",
  (p) => sql<DeliveryTarget>`select webhook.author_id, webhook.url,
      array_remove(array[secret.secret, case when secret.previous_until > now() then secret.previous_secret end], null)
        as secrets
    from tradewind.webhook
    join tradewind.webhook_secret secret on secret.webhook_id = webhook.id
    where webhook.id = ${p.id}`,
);

export async function findDeliveryTarget(on: Connection, webhookId: string): Promise<DeliveryTarget | null> {
  const [found] = await target(on, { id: webhookId });
  return found ?? null;
}

const countFailing = compiledSql<object, { count: number }>(
  "webhook-count-failing",
  () => sql<{ count: number }>`select count(*) as count from tradewind.webhook
    where is_active and failing_since is not null or disabled_at is not null`,
);

/** Webhooks whose attempts all fail, and those that were switched off because of it. */
export async function countFailingWebhooks(on: Connection): Promise<number> {
  const [found] = await countFailing(on, {});
  return found!.count;
}
