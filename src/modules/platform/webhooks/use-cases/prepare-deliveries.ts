import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { findCursor, listHeadsAfter, saveCursor, tryLockCursor } from "../../../../events/cursor-store.ts";
import { countOpenDeliveries, insertDeliveries } from "../delivery-store.ts";
import { cursorOf, isSubscribedTo } from "../webhook.ts";
import { findWebhook } from "../webhook-store.ts";

/** Whether the log has more events for the webhook. `unsettled`: only events whose order is not final yet. */
export type RemainingEvents = "more" | "nothing" | "unsettled";

const BATCH = 500;
// The deliveries of a dead receiver must not fill the table: above this number events stay in the log.
const MAX_OPEN = 10_000;

/** Creates deliveries for the next events and moves the cursor past them, in one transaction. */
export const prepareDeliveries = (db: Db, webhookId: string): Promise<RemainingEvents> =>
  inTransaction(db, async (tx) => {
    const cursor = cursorOf(webhookId);
    // Another process is preparing deliveries of this webhook.
    if (!(await tryLockCursor(tx, cursor))) return "nothing";
    const position = await findCursor(tx, cursor);
    const webhook = await findWebhook(tx, webhookId);
    if (!position || !webhook?.is_active) return "nothing";
    if ((await countOpenDeliveries(tx, webhookId, MAX_OPEN)) >= MAX_OPEN) return "nothing";
    const events = await listHeadsAfter(tx, position, BATCH);
    const settled = events.filter((event) => event.isSettled);
    const last = settled.at(-1);
    if (!last) return events.length === 0 ? "nothing" : "unsettled";
    await insertDeliveries(
      tx,
      webhookId,
      settled.filter(({ name }) => isSubscribedTo(webhook, name)),
    );
    await saveCursor(tx, cursor, last);
    return "more";
  });
