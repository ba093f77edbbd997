import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { registerCursor } from "../../../../events/cursor-store.ts";
import { newId } from "../../../../kernel/ids.ts";
import { insertSecret } from "../secret-store.ts";
import { checkUrl, type Reach } from "../sending/webhook-url.ts";
import { cursorOf, type NewWebhook, webhookFrom } from "../webhook.ts";
import { insertWebhook } from "../webhook-store.ts";
import { newSecret } from "./new-secret.ts";

/** It is told of what happens from now on. The secret is shown this once. */
export async function createWebhook(
  { db, reach }: { db: Db; reach: Reach },
  input: NewWebhook,
): Promise<{ id: string; secret: string }> {
  checkUrl(input.url, reach);
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
