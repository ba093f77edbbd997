import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { waitForCursor } from "../../../../events/cursor-store.ts";
import { parseMoment } from "../../../../kernel/dates.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { findPlaceAt, findPlaceBefore, moveBack } from "../replay-store.ts";
import { cursorOf } from "../webhook.ts";
import { lockWebhook } from "../webhook-store.ts";

/** Everything since an event, itself included, or since a moment is delivered again. */
export const replayWebhook = ({ db }: { db: Db }, id: string, since: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    // In this order: whoever reads the log for a webhook has its cursor first.
    await waitForCursor(tx, cursorOf(id));
    await lockWebhook(tx, id);
    const place = await placeOf(tx, since);
    if (place) await moveBack(tx, cursorOf(id), place);
    await announce(tx, "webhook.replayed", { id, since });
  });

async function placeOf(tx: Tx, since: string) {
  if (since.startsWith("evt_")) {
    const place = await findPlaceBefore(tx, since);
    if (!place) throw notFound("Event", since);
    return place;
  }
  const moment = parseMoment(since);
  if (!moment) throw invalid("since must be the id of an event or a date");
  if (moment.getTime() > Date.now()) throw invalid("since lies in the future");
  return findPlaceAt(tx, moment);
}
