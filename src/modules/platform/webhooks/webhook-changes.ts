import { randomBytes } from "node:crypto";
import type { Db } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { registerCursor } from "../../../events/cursor-store.ts";
import { newId } from "../../../kernel/ids.ts";
import { resumeDeliveries } from "./delivery-store.ts";
import { insertSecret, replaceSecret } from "./secret-store.ts";
import { type AddressPolicy, checkWebhookUrl } from "./sending/webhook-url.ts";
import { cursorOf, type NewWebhook, type WebhookChanges, webhookFrom, withChanges } from "./webhook.ts";
import { deleteWebhookRow, insertWebhook, lockWebhook, saveWebhook } from "./webhook-store.ts";

/** The webhook gets events from now on. The secret is returned only here. */
export async function createWebhook(
  { db, addressPolicy }: { db: Db; addressPolicy: AddressPolicy },
  input: NewWebhook,
): Promise<{ id: string; secret: string }> {
  checkWebhookUrl(input.url, addressPolicy);
  const webhook = webhookFrom(newId("whk"), input);
  const secret = newSecret();
  return inTransaction(db, async (tx) => {
    await insertWebhook(tx, webhook);
    await insertSecret(tx, webhook.id, secret);
    await registerCursor(tx, cursorOf(webhook.id));
    await announce(tx, "webhook.created", { id: webhook.id });
    return { id: webhook.id, secret };
  });
}

export const updateWebhook = (
  { db, addressPolicy }: { db: Db; addressPolicy: AddressPolicy },
  id: string,
  changes: WebhookChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (changes.url !== undefined) checkWebhookUrl(changes.url, addressPolicy);
    const next = withChanges(webhook, changes);
    await saveWebhook(tx, next);
    if (next.is_active && !webhook.is_active) await resumeDeliveries(tx, id);
    await announce(tx, "webhook.updated", { id, fields: Object.keys(changes) });
  });

export const deleteWebhook = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteWebhookRow(tx, id, cursorOf(id));
    await announce(tx, "webhook.deleted", { id });
  });

/** Returns the new secret, which is not shown again. For a day requests carry the signatures of both secrets. */
export const rotateSecret = ({ db }: { db: Db }, id: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    await lockWebhook(tx, id);
    const secret = newSecret();
    await replaceSecret(tx, id, secret);
    await announce(tx, "webhook.secret_rotated", { id });
    return secret;
  });

export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64url")}`;
