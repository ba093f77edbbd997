import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { BATCH_SIZE, batchOf, type DeletedBatch } from "../db/old-rows.ts";
import { compiledReturningWrite } from "../db/statements.ts";

/** Keeps the last event, so that the sequence continues, and every event that a subscriber or webhook has yet to get. */
const deleteEvents = compiledReturningWrite<{ days: number }, { id: number }>(
  "housekeeping-events",
  { deletes: ["tradewind.event"] },
  (p) => sql<{ id: number }>`
    delete from tradewind.event where seq = any(array(
      select old.seq from (select * from tradewind.event order by seq limit ${BATCH_SIZE}) old
      where old.occurred_at < now() - make_interval(days => ${p.days}::integer)
        and old.seq < (select max(seq) from tradewind.event)
        and not exists (select 1 from tradewind.event_cursor cursor where (old.tx, old.seq) > (cursor.tx, cursor.seq))
        and not exists (select 1 from tradewind.event_parked parked where parked.seq = old.seq)
        and old.seq <> all(array(select event_seq from tradewind.webhook_delivery where next_try_at is not null))))
    returning 1 as id`,
);

/** Deletes a batch of the events that are older than so many days. */
export const deleteOldEvents = async (tx: Tx, days: number): Promise<DeletedBatch> =>
  batchOf(await deleteEvents(tx, { days }));
