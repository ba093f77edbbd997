import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { registerCursor, rewindCursor, waitForCursor } from "../../../events/cursor-store.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Granted, Permissions } from "../../../kernel/permissions.ts";
import { invalid, notFound } from "../../../kernel/refusal.ts";
import { resumeDeliveries } from "./delivery-store.ts";
import { webhookEvents } from "./events.ts";
import type { HttpSender } from "./sending/http-sender.ts";
import { requestFor } from "./sending/request.ts";
import { type AddressPolicy, checkWebhookUrl } from "./sending/webhook-address.ts";
import {
  cursorOf,
  isRedirected,
  type NewWebhook,
  requireForEvents,
  type WebhookChanges,
  webhookFrom,
  webhookNotFound,
  withChanges,
} from "./webhook.ts";
import {
  deleteWebhookRow,
  disableWebhookRows,
  findDeliveryTarget,
  findPositionAt,
  findPositionBefore,
  insertSecret,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  saveWebhook,
} from "./webhook-store.ts";

interface ChangeDeps {
  db: Db;
  addressPolicy: AddressPolicy;
  author: { userId: string; granted: Granted };
  permissions: Permissions;
}

/** The webhook gets events from now on. The secret is returned only here. */
export async function createWebhook(
  { db, addressPolicy, author, permissions }: ChangeDeps,
  input: NewWebhook,
): Promise<{ id: string; secret: string }> {
  checkWebhookUrl(input.url, addressPolicy);
  const webhook = webhookFrom(newId("whk"), author.userId, input);
  requireForEvents(permissions, author.granted, webhook.events);
  const secret = newSecret();
  return inTransaction(db, async (tx) => {
    await insertWebhook(tx, webhook);
    await insertSecret(tx, webhook.id, secret);
    await registerCursor(tx, cursorOf(webhook.id));
    await webhookEvents.announce(tx, "webhook.created", { id: webhook.id });
    return { id: webhook.id, secret };
  });
}

export const updateWebhook = (
  { db, addressPolicy, author, permissions }: ChangeDeps,
  id: string,
  changes: WebhookChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (changes.url !== undefined) checkWebhookUrl(changes.url, addressPolicy);
    const next = withChanges(webhook, author.userId, changes);
    // Also for an address alone: the events would go to another place.
    if (isRedirected(webhook, changes)) requireForEvents(permissions, author.granted, next.events);
    await saveWebhook(tx, next);
    recordUpdate(tx, webhook, next);
    if (next.is_active && !webhook.is_active) await resumeDeliveries(tx, id);
    await webhookEvents.announce(tx, "webhook.updated", { id, fields: Object.keys(changes) });
  });

/** When a user is deleted: nobody answers any more for where these events go. Who switches one on again does. */
export async function disableWebhooksOf(tx: Tx, userId: string): Promise<void> {
  const disabled_reason = "The user who created it was deleted";
  for (const id of await disableWebhookRows(tx, userId, disabled_reason))
    await webhookEvents.announce(tx, "webhook.disabled", { id, reason: disabled_reason });
}

export const deleteWebhook = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteWebhookRow(tx, id, cursorOf(id));
    await webhookEvents.announce(tx, "webhook.deleted", { id });
  });

/** Returns the new secret, which is not shown again. For a day requests carry the signatures of both secrets. */
export const rotateSecret = ({ db }: { db: Db }, id: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    await lockWebhook(tx, id);
    const secret = newSecret();
    await replaceSecret(tx, id, secret);
    await webhookEvents.announce(tx, "webhook.secret_rotated", { id });
    return secret;
  });

const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;

/** Delivers all events again since an event (inclusive) or a date. */
export const replayWebhook = ({ db }: { db: Db }, id: string, since: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Lock order: the cursor before the webhook, as in prepareDeliveries.
    await waitForCursor(tx, cursorOf(id));
    await lockWebhook(tx, id);
    const position = await positionOf(tx, since);
    if (position) await rewindCursor(tx, cursorOf(id), position);
    await webhookEvents.announce(tx, "webhook.replayed", { id, since });
  });

async function positionOf(tx: Tx, since: string) {
  if (since.startsWith("evt_")) {
    const position = await findPositionBefore(tx, since);
    if (!position) throw notFound("Event", since);
    if (position.seq < 0) throw invalid("since must not be an event of v1: those are not sent");
    return position;
  }
  const moment = parseTimestamp(since);
  if (!moment) throw invalid("since must be the id of an event or a date");
  if (moment.getTime() > Date.now()) throw invalid("since must not be in the future");
  return findPositionAt(tx, moment);
}

/** Calls the receiver at once, also of a webhook that is switched off. The ping is not an event and not a delivery. */
export async function testWebhook({ db, sender }: { db: Db; sender: HttpSender }, id: string) {
  const target = await findDeliveryTarget(db, id);
  if (!target) throw webhookNotFound(id);
  const event = { id: newId("evt"), name: "webhook.ping", occurred_at: new Date(), data: { id } };
  const { status, body, error, duration } = await sender.send(
    requestFor(target, { deliveryId: newId("whd"), event }),
  );
  return { is_delivered: error === null, response_status: status, response_body: body, error, duration };
}
