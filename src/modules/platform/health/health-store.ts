import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

/** What the database tells about itself and the work that waits in it. */
export interface StoredState {
  version: string;
  bytes: number;
  oldest_waiting_at: Date | null;
  active_webhooks: number;
  failing_webhooks: number;
  open_deliveries: number;
  parked_events: number;
  failed_mails: number;
  is_mail_failing: boolean;
}

const MOST = 10_000;

// Deliveries are counted up to a limit: a dead receiver leaves very many.
const read = compiledSql<object, StoredState>(
  "health-state",
  () => sql<StoredState>`select
    current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as bytes,
    (select min(run_at) from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now()) as oldest_waiting_at,
    (select count(*)::integer from tradewind.webhook where is_active) as active_webhooks,
    (select count(*)::integer from tradewind.webhook
      where (is_active and failing_since is not null) or disabled_at is not null) as failing_webhooks,
    (select count(*)::integer from (select from tradewind.webhook_delivery
      where next_try_at is not null limit ${sql.lit(MOST)}) open) as open_deliveries,
    (select count(*)::integer from (select from tradewind.event_parked limit ${sql.lit(MOST)}) parked) as parked_events,
    (select count(*)::integer from (select from tradewind.mail where state = 'failed' and kind <> 'test'
      limit 1000) failed) as failed_mails,
    coalesce((select updated_at from tradewind.mail where state = 'failed' order by updated_at desc limit 1)
      > coalesce((select updated_at from tradewind.mail where state = 'sent' order by updated_at desc limit 1),
        '-infinity'), false) as is_mail_failing`,
);

export async function readStoredState(on: Connection): Promise<StoredState> {
  const [state] = await read(on, {});
  return state!;
}
