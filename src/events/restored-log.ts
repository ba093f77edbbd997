import { sql } from "kysely";
import type { Connection, Db } from "../db/database.ts";
import { run, sqlFor } from "../db/statements.ts";
import { inTransaction } from "../db/transaction.ts";

/**
 * Events are ordered by the transaction that wrote them. A log that was dumped and restored into another server
 * has numbers of the old one, which that server may not reach in years: cursors would stand before new events
 * and wait for old ones. All restored transactions have ended, so they become transaction 0, in the order of seq.
 */
export async function adoptRestoredLog(db: Db): Promise<void> {
  if (!(await isFromElsewhere(db))) return;
  await inTransaction(db, async (tx) => {
    // Processes that start together must not do it twice: the second would read cursors that are already moved.
    await run(
      tx,
      sqlFor.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('tradewind restored log'))`.as("lock")),
    );
    if (!(await isFromElsewhere(tx))) return;
    await run(tx, moveCursors);
    await run(tx, sqlFor.updateTable("tradewind.event_parked").set({ tx: "0" }).where("tx", "!=", "0"));
    await run(tx, sqlFor.updateTable("tradewind.event").set({ tx: "0" }).where("tx", "!=", "0"));
  });
}

async function isFromElsewhere(on: Connection): Promise<boolean> {
  const isAhead = sql<boolean>`tx >= pg_snapshot_xmax(pg_current_snapshot())`;
  const [found] = await run(
    on,
    sqlFor.selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom("tradewind.event").select("seq").where(isAhead)),
        exists(selectFrom("tradewind.event_cursor").select("seq").where(isAhead)),
      ]).as("isFromElsewhere"),
    ),
  );
  return Boolean(found?.isFromElsewhere);
}

// To before the first undelivered event. Later events that were already delivered are delivered once more.
const moveCursors = sqlFor.updateTable("tradewind.event_cursor").set({
  tx: "0",
  begun: null,
  seq: sql`coalesce(
    (select min(event.seq) - 1 from tradewind.event where (event.tx, event.seq) > (event_cursor.tx, event_cursor.seq)),
    (select max(event.seq) from tradewind.event),
    0)`,
});
