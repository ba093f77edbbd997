import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { rewindCursor, waitForCursor } from "../../../../events/cursor-store.ts";
import { parseTimestamp } from "../../../../kernel/dates.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { findPositionAt, findPositionBefore } from "../replay-store.ts";
import { cursorOf } from "../webhook.ts";
import { lockWebhook } from "../webhook-store.ts";

/** Delivers all events again since an event (inclusive) or a date. */
export const replayWebhook = ({ db }: { db: Db }, id: string, since: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    // Lock order: the cursor before the webhook, as in prepareDeliveries.
    await waitForCursor(tx, cursorOf(id));
    await lockWebhook(tx, id);
    const position = await positionOf(tx, since);
    if (position) await rewindCursor(tx, cursorOf(id), position);
    await announce(tx, "webhook.replayed", { id, since });
  });

async function positionOf(tx: Tx, since: string) {
  if (since.startsWith("evt_")) {
    const position = await findPositionBefore(tx, since);
    if (!position) throw notFound("Event", since);
    return position;
  }
  const moment = parseTimestamp(since);
  if (!moment) throw invalid("since must be the id of an event or a date");
  if (moment.getTime() > Date.now()) throw invalid("since must not be in the future");
  return findPositionAt(tx, moment);
}
