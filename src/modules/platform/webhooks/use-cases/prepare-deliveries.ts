import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { findCursor, listHeadsAfter, saveCursor, tryLockCursor } from "../../../../events/cursor-store.ts";
import { countOpenDeliveries, insertDeliveries } from "../delivery-store.ts";
import { cursorOf, isWanted } from "../webhook.ts";
import { findWebhook } from "../webhook-store.ts";

/** What is left of the log for the webhook. */
export type Prepared = "more" | "nothing" | "unsettled";

const BATCH = 500;
// A receiver that answers nothing fills no table: from here on the rest stays in the log.
const MOST_OPEN = 10_000;

/** Makes deliveries of the next events and moves the cursor past them: both, or neither. */
export const prepareDeliveries = (db: Db, webhookId: string): Promise<Prepared> =>
  inTransaction(db, async (tx) => {
    const cursor = cursorOf(webhookId);
    // Another process is at it.
    if (!(await tryLockCursor(tx, cursor))) return "nothing";
    const place = await findCursor(tx, cursor);
    const webhook = await findWebhook(tx, webhookId);
    if (!place || !webhook?.is_active) return "nothing";
    if ((await countOpenDeliveries(tx, webhookId, MOST_OPEN)) >= MOST_OPEN) return "nothing";
    const events = await listHeadsAfter(tx, place, BATCH);
    const settled = events.filter((event) => event.isSettled);
    const last = settled.at(-1);
    if (!last) return events.length === 0 ? "nothing" : "unsettled";
    await insertDeliveries(
      tx,
      webhookId,
      settled.filter(({ name }) => isWanted(webhook, name)),
    );
    await saveCursor(tx, cursor, last);
    return "more";
  });
