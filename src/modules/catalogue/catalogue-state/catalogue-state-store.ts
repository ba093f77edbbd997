import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import type { DeletedBatch } from "../../../db/old-rows.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";
import type { LogQuery, LogState } from "../../../http/document-cache/index.ts";
import { LOG_RUN, SERVER_RUN } from "./log-run.ts";
import { currentRun, isCurrent } from "./stored-answers-store.ts";

/**
 * SQL: the version of the catalogue (migrations/0005_change_tracking.sql). Without rows, while a backup is restored, it
 * is always new.
 */
export const CATALOGUE_VERSION =
  "(select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text) from tradewind.catalogue_change)";

// PostgreSQL expects few rows between two values, and takes the index; above one value it expects a third of a long log.
const LAST_XID = "'18446744073709551615'::xid8";

/**
 * The changes of the catalogue since a snapshot. A transaction that was open in that snapshot counts when it has been
 * committed since, however long it took. The start and end dates of price lists are read only if the version changed.
 */
const changesSince = compiledSql<LogQuery, LogState>(
  "catalogue-changes",
  (p) => sql`
    with noted as materialized (select ${sql.raw(CATALOGUE_VERSION)} || '@' || ${sql.raw(SERVER_RUN)} as version)
    select pg_current_snapshot()::text as snapshot, noted.version,
      ${sql.raw(LOG_RUN)} as run,
      (select array_agg(distinct subject) from tradewind.change_log
        where xid between pg_snapshot_xmin(${p.snapshot}::pg_snapshot) and ${sql.raw(LAST_XID)}
          and not pg_visible_in_snapshot(xid, ${p.snapshot}::pg_snapshot)) as subjects,
      case when noted.version is distinct from ${p.version}::text then
        (select floor(extract(epoch from least(min(edge.at), '9999-01-01')) * 1000)
          from price_list, lateral (values (starts_at), (ends_at)) as edge(at)
          where edge.at >= to_timestamp(${p.now}::double precision / 1000)) end as until
    from noted`,
);

/** Reads with one small statement what has changed. */
export async function readCatalogueChanges(on: Connection, query: LogQuery): Promise<LogState> {
  const [found] = await changesSince(on, query);
  return found!;
}

// Reading the log takes an index lookup, however long it is: few rows are not worth the price of a new run.
const DELETED_FROM = 100_000;

const deleteLog = compiledReturningWrite<object, { removed: number }>(
  "change-log-delete",
  {
    deletes: ["tradewind.change_log", "tradewind.stored_answer"],
    updates: ["tradewind.change_log_run"],
  },
  () => sql<{ removed: number }>`
    with long as (select count(*) >= ${sql.lit(DELETED_FROM)} as "is_long"
      from (select 1 from tradewind.change_log limit ${sql.lit(DELETED_FROM)}) counted),
    gone as (delete from tradewind.change_log
      where (select is_long from long) and xid < pg_snapshot_xmin(pg_current_snapshot())
        or xid >= pg_snapshot_xmax(pg_current_snapshot()) returning 1),
    renewed as (update tradewind.change_log_run
      set mark = gen_random_uuid(), checked = pg_current_snapshot(), checked_by = pg_current_xact_id()
      where exists (select 1 from gone)),
    this as materialized (${currentRun}),
    outdated as (delete from tradewind.stored_answer stored using this
      where exists (select 1 from gone) and not ${isCurrent(sql`stored`, sql`this`)})
    select count(*) as removed from gone`,
);

/**
 * Deletes a log that has become long, and changes by transactions that have not begun yet: they come from a dump of another server, and
 * their products would count as changed until this server has reached the numbers. Stored answers that they have outdated go with them.
 * Whatever processes have in their memory counts as outdated then, once.
 */
export async function deleteOldChanges(tx: Tx): Promise<DeletedBatch> {
  const [{ removed } = { removed: 0 }] = await deleteLog(tx, {});
  return { removed, isDone: true };
}
