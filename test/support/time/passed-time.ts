import type { Db } from "../../../src/db/database.ts";

// Tests of what happens some seconds after the death of a process do not wait for them: these move the times in the database.

/** Only for the time after a death: a living process without a heartbeat since then loses its jobs. */
const PASSED = "interval '10 seconds'";

/** As if all job runners had died ten seconds ago: their jobs are released at the next heartbeat of another. */
export async function passHeartbeats(db: Db): Promise<void> {
  await db.run({ text: `update tradewind.job_worker set seen_at = seen_at - ${PASSED}`, values: [] });
  await db.run({
    text: `update graphile_worker._private_jobs set locked_at = locked_at - ${PASSED} where locked_at is not null`,
    values: [],
  });
}

/** As if the requests that hold an Idempotency-Key had begun long ago: a repetition takes the key. */
export async function expireClaims(db: Db): Promise<void> {
  await db.run({
    text: `update tradewind.idempotency set locked_until = now() - interval '1 second'
      where state = 'started' and locked_until > now()`,
    values: [],
  });
}

/** As if the process that called a carrier had been dead for long: the job that finishes its call is due. */
export async function expireCarrierCalls(db: Db): Promise<void> {
  await db.run({ text: "update tradewind.carrier_call set lease_until = now()", values: [] });
  const text = "update graphile_worker._private_jobs set run_at = now() where run_at > now()";
  await db.run({ text, values: [] });
}
