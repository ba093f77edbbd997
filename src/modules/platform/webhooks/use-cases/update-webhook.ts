import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { resumeDeliveries } from "../delivery-store.ts";
import { checkUrl, type Reach } from "../sending/webhook-url.ts";
import { type WebhookChanges, withChanges } from "../webhook.ts";
import { lockWebhook, saveWebhook } from "../webhook-store.ts";

export const updateWebhook = (
  { db, reach }: { db: Db; reach: Reach },
  id: string,
  changes: WebhookChanges,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const webhook = await lockWebhook(tx, id);
    if (changes.url !== undefined) checkUrl(changes.url, reach);
    const next = withChanges(webhook, changes);
    await saveWebhook(tx, next);
    if (next.is_active && !webhook.is_active) await resumeDeliveries(tx, id);
    await announce(tx, "webhook.updated", { id, fields: Object.keys(changes) });
  });
