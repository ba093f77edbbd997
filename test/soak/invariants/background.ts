import { type Invariant, noRows } from "./scene.ts";

export const noJobIsStuck: Invariant = ({ db }) =>
  noRows(
    db,
    "a job is stuck",
    `select task_identifier, attempts, max_attempts, locked_by, locked_at, run_at, left(last_error, 300) as error
      from graphile_worker.jobs where attempts >= max_attempts or locked_at < now() - interval '30 seconds'`,
  );

export const batchJobsEnded: Invariant = ({ db }) =>
  noRows(
    db,
    "a batch job did not end",
    `select id, type, processing_at, completed_at, failed_at, result from batch_job
      where completed_at is null and canceled_at is null`,
  );

export const noTransactionIsOpen: Invariant = ({ db }) =>
  noRows(
    db,
    "a transaction is left open",
    `select pid, state, xact_start, left(query, 200) as query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
        and state_change < now() - interval '12 seconds'`,
  );

export const parcelsAreBooked: Invariant = async ({ db, outside }) =>
  (
    await noRows(
      db,
      "a parcel that was packed is unknown to the carrier",
      `select id from fulfillment where provider_id = 'far-carrier' and canceled_at is null and not (id = any($1))`,
      [...outside.parcels.booked],
    )
  ).slice(0, 5);

export const noServerDied: Invariant = async ({ servers }) =>
  servers.flatMap(({ accidents }) =>
    accidents.map(({ server, code, lastWords }) => `${server} ended by itself (${code}): ${lastWords}`),
  );
