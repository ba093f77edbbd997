/** SQL. Transaction ids, and so row versions, repeat on another server and after a point-in-time recovery. */
export const SERVER_RUN = "extract(epoch from pg_postmaster_start_time())";

/** SQL: the mark of the log of changes. Without rows, while a backup is restored, it is always new. */
export const LOG_RUN = `(select coalesce(string_agg(mark || '.' || xmin, ','), gen_random_uuid()::text) from tradewind.change_log_run)
        || '@' || ${SERVER_RUN}`;
