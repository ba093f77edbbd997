import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { stockVersion } from "./stock-graph.ts";

/**
 * SQL: the version of the catalogue (migrations/0005_change_tracking.sql). Without rows, while a backup is restored, it
 * is always new.
 */
export const CATALOGUE_VERSION =
  "(select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text) from tradewind.catalogue_change)";

/** Transaction ids, and so row versions, repeat on another server and after a point-in-time recovery. */
export const SERVER_RUN = "extract(epoch from pg_postmaster_start_time())";

interface CatalogueStateQuery {
  /** The products whose stock versions are read. */
  ids: readonly string[];
  /** The snapshot of the previous read: if it is still current, nothing else is read. */
  snapshot: string | null;
  version: string | null;
  /** The clock of this process in milliseconds, which also selects the prices. */
  now: number;
}

interface CatalogueState {
  snapshot: string | null;
  state: { version: string; stock: Record<string, string> | null; until: number | null } | null;
}

/**
 * Two statements with the same snapshot see the same rows, so an unchanged snapshot needs no further read. A replica does
 * not know all snapshots of its primary, and transaction ids are not comparable after a restart. The start and end dates
 * of price lists are read only if the version changed.
 */
const state = compiledSql<CatalogueStateQuery, CatalogueState>(
  "catalogue-state",
  (p) => sql`
    with seen as materialized (
      select case when not pg_is_in_recovery() then
        pg_current_snapshot()::text || '@' || ${sql.raw(SERVER_RUN)} end as snapshot),
    noted as materialized (select ${sql.raw(CATALOGUE_VERSION)} || '@' || ${sql.raw(SERVER_RUN)} as version)
    select seen.snapshot, case when seen.snapshot is null or seen.snapshot is distinct from ${p.snapshot}::text then
      (select json_build_object('version', noted.version,
        'stock', (select json_object_agg(shown.id, ${sql.raw(stockVersion("shown.id"))})
          from unnest(${p.ids}::text[]) as shown(id)),
        'until', case when noted.version is distinct from ${p.version}::text then
          (select floor(extract(epoch from least(min(edge.at), '9999-01-01')) * 1000)
            from price_list, lateral (values (starts_at), (ends_at)) as edge(at)
            where edge.at >= to_timestamp(${p.now}::double precision / 1000)) end)
      from noted) end as state
    from seen`,
);

/** Reads with one small statement whether a cached catalogue response is still valid. */
export async function readCatalogueState(
  on: Connection,
  query: CatalogueStateQuery,
): Promise<CatalogueState> {
  const [found] = await state(on, query);
  return found!;
}
