import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../src/db/database.ts";

const PATIENCE = 90_000;

const left = `select
  (select count(*) from tradewind.payment_operation where state = 'begun') as "payment operations",
  (select count(*) from tradewind.carrier_call) as "carrier calls",
  (select count(*) from tradewind.webhook_delivery where next_try_at is not null) as deliveries,
  (select count(*) from tradewind.event_parked) as "parked events",
  (select count(*) from tradewind.event, tradewind.event_cursor cursor
    where (event.tx, event.seq) > (cursor.tx, cursor.seq)) as "events not read",
  (select count(*) from graphile_worker.jobs where attempts < max_attempts) as jobs`;

/** As if time had passed: what waits for its next attempt, or for a process that is gone, is due now. */
const hurry = [
  "update tradewind.payment_operation set claimed_until = now(), next_try_at = now() where state = 'begun'",
  "update tradewind.carrier_call set lease_until = now()",
  "update tradewind.webhook_delivery set next_try_at = now() where next_try_at > now()",
  "update tradewind.event_parked set next_try_at = now() where next_try_at > now()",
  "update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null",
  "select graphile_worker.add_job('payments-finish', job_key => 'payments-finish')",
  "select pg_notify('tradewind_event', '')",
];

/**
 * Waits for people who wait for the claims of processes that are dead: these count for five seconds then, not for
 * twenty. One that is only slow loses its claim, which must do no harm.
 */
export async function waitFor(db: Db, people: readonly Promise<void>[]): Promise<void> {
  let isDone = false;
  const done = Promise.all(people).finally(() => {
    isDone = true;
  });
  const text = `update tradewind.idempotency set locked_until = now() - interval '1 second'
    where state = 'started' and locked_until between now() and now() + interval '15 seconds'`;
  while (!isDone) {
    await db.run({ text, values: [] }).catch(() => {});
    await Promise.race([done, delay(500)]);
  }
  await done;
}

/** Waits until everything that goes on by itself has come to its end. Tells what has not. */
export async function settle(db: Db): Promise<string[]> {
  const end = performance.now() + PATIENCE;
  for (let round = 0; ; round++) {
    const [counts] = await db.run<Record<string, number>>({ text: left, values: [] });
    const open = Object.entries(counts!).filter(([, count]) => count > 0);
    if (open.length === 0) return [];
    if (performance.now() > end)
      return open.map(([what, count]) => `${count} ${what} did not come to an end`);
    // Not all the time: what is being done needs some.
    if (round % 20 === 0) for (const text of hurry) await db.run({ text, values: [] });
    await delay(200);
  }
}
