import type { Db, Tx } from "../../../db/database.ts";
import { autocommit, inTransaction } from "../../../db/transaction.ts";
import { findCursor, listHeadsAfter, saveCursor, tryLockCursor } from "../../../events/cursor-store.ts";
import type { Granted, Permissions } from "../../../kernel/permissions.ts";
import { type Attempt, type AttemptOutcome, deliveryNotFound, outcomeOf } from "./delivery.ts";
import {
  countOpenDeliveries,
  deleteDeliveriesOlderThan,
  insertDeliveries,
  isDeliveryOf,
  resetDelivery,
  saveAttempts,
} from "./delivery-store.ts";
import { webhookEvents } from "./events.ts";
import {
  afterFailures,
  cursorOf,
  type FailureLimit,
  isSubscribedTo,
  mayGet,
  tellsUnlessSince,
  type Webhook,
} from "./webhook.ts";
import { clearFailures, findAndLockWebhook, findWebhook, saveHealth, wasToldSince } from "./webhook-store.ts";

/** Whether the log has more events for the webhook. `unsettled`: only events whose order is not final yet. */
type RemainingEvents = "more" | "nothing" | "unsettled";

const EVENTS_PER_BATCH = 500;
// The deliveries of a dead receiver must not fill the table: above this number events stay in the log.
const MAX_OPEN = 10_000;

/** What a user may do by now; nothing if the user was deleted. */
export type GrantedTo = (userId: string) => Promise<Granted>;

/** What the author of a webhook may do. One that is older than this field of webhooks gets everything, as before. */
export const grantedToAuthor = (grantedTo: GrantedTo, author: string | null): Promise<Granted> =>
  author === null ? Promise.resolve("all") : grantedTo(author);

/** Creates deliveries for the next events and moves the cursor past them, in one transaction. */
export const prepareDeliveries = (
  { db, grantedTo, permissions }: { db: Db; grantedTo: GrantedTo; permissions: Permissions },
  webhookId: string,
): Promise<RemainingEvents> =>
  inTransaction(db, async (tx) => {
    const cursor = cursorOf(webhookId);
    // Another process is preparing deliveries of this webhook.
    if (!(await tryLockCursor(tx, cursor))) return "nothing";
    const position = await findCursor(tx, cursor);
    const webhook = await findWebhook(tx, webhookId);
    if (!position || !webhook?.is_active) return "nothing";
    if ((await countOpenDeliveries(tx, webhookId, MAX_OPEN)) >= MAX_OPEN) return "nothing";
    const events = await listHeadsAfter(tx, position, EVENTS_PER_BATCH);
    const settled = events.filter((event) => event.isSettled);
    const last = settled.at(-1);
    if (!last) return events.length === 0 ? "nothing" : "unsettled";
    const wanted = settled.filter(({ name }) => isSubscribedTo(webhook, name));
    if (wanted.length > 0) {
      const granted = await grantedToAuthor(grantedTo, webhook.author_id);
      await insertDeliveries(
        tx,
        webhookId,
        wanted.filter(({ name }) => mayGet(permissions, granted, name)),
      );
    }
    await saveCursor(tx, cursor, last);
    return "more";
  });

export interface AttemptRecording {
  db: Db;
  /** Pause after the first failure, in milliseconds. */
  retryPause: number;
  failureLimit: FailureLimit;
}

/** Saves the results of attempts, and switches the webhook off when it reaches the failure limit. */
export async function recordAttempts(
  { db, retryPause, failureLimit: limit }: AttemptRecording,
  webhookId: string,
  attempts: readonly Attempt[],
): Promise<AttemptOutcome[]> {
  const results = attempts.map((attempt) => ({
    ...attempt,
    ...outcomeOf(attempt, retryPause, Math.random()),
  }));
  const delivered = results.filter(({ status }) => status === "delivered").length;
  const counts = { delivered, failed: results.length - delivered };
  await inTransaction(db, async (tx) => {
    // Lock order: the webhook before its deliveries.
    if (counts.failed === 0) await clearFailures(tx, webhookId);
    else await recordFailures(tx, webhookId, { counts, limit });
    await saveAttempts(tx, results);
  });
  return results;
}

async function recordFailures(
  tx: Tx,
  webhookId: string,
  { counts, limit }: { counts: { delivered: number; failed: number }; limit: FailureLimit },
): Promise<void> {
  const webhook = await findAndLockWebhook(tx, webhookId);
  if (!webhook) return;
  const now = new Date();
  const next = afterFailures(webhook, counts, { now, limit });
  await saveHealth(tx, next);
  await announceFailing(tx, next, now);
  if (next.is_active || !webhook.is_active) return;
  await webhookEvents.announce(tx, "webhook.disabled", { id: webhookId, reason: next.disabled_reason });
}

/** The webhook is locked, so that two processes do not announce it both. */
async function announceFailing(tx: Tx, webhook: Webhook, now: Date): Promise<void> {
  const since = tellsUnlessSince(webhook, now);
  if (since === null || (await wasToldSince(tx, webhook.id, since))) return;
  const { id, failures } = webhook;
  await webhookEvents.announce(tx, "webhook.failing", { id, failures });
}

/** A delivery of any status becomes due now, with all its attempts and time. */
export const retryDelivery = (
  { db }: { db: Db },
  { webhookId, id }: { webhookId: string; id: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await isDeliveryOf(tx, webhookId, id))) throw deliveryNotFound(id);
    await resetDelivery(tx, webhookId, id);
  });

const DELETED_PER_BATCH = 5_000;

/** Deletes finished deliveries that are older than `days`, in batches. */
export async function deleteOldDeliveries(
  { db, days }: { db: Db; days: number },
  isStopping: () => boolean,
): Promise<void> {
  let deleted = DELETED_PER_BATCH;
  while (deleted === DELETED_PER_BATCH && !isStopping())
    deleted = await deleteDeliveriesOlderThan(autocommit(db), days, DELETED_PER_BATCH);
}
