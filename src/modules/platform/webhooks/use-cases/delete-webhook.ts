import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { cursorOf } from "../webhook.ts";
import { deleteWebhookRow } from "../webhook-store.ts";

export const deleteWebhook = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await deleteWebhookRow(tx, id, cursorOf(id));
    await announce(tx, "webhook.deleted", { id });
  });
