import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import { stockOf } from "./stock-graph.ts";

/**
 * The changes of the catalogue that a statement sees (migrations/0005_change_tracking.sql). None: a backup is being
 * restored.
 */
export const CATALOGUE_VERSION =
  "(select coalesce(string_agg(id || mark, ','), gen_random_uuid()::text) from tradewind.catalogue_change)";

/** Numbers of transactions, and so versions of rows, repeat on another server and after a recovery to an earlier time. */
export const SERVER_RUN = "extract(epoch from pg_postmaster_start_time())";

interface Asked {
  /** The products whose stock is wanted. */
  ids: readonly string[];
  /** What is known already: then the rest need not be looked up. */
  snapshot: string | null;
  version: string | null;
  /** In milliseconds: prices are chosen by the clock of the process. */
  now: number;
}

interface Found {
  snapshot: string | null;
  state: { version: string; stock: Record<string, string> | null; until: number | null } | null;
}

/**
 * Two statements with the same snapshot see the same rows, whatever those are: then there is nothing to look up. A
 * server that follows another one knows less of its snapshots, and numbers of transactions mean nothing after a restart.
 * When price lists begin or end is looked up only where something was changed since.
 */
const state = compiledSql<Asked, Found>(
  "catalogue-state",
  (p) => sql`
    with seen as materialized (
      select case when not pg_is_in_recovery() then
        pg_current_snapshot()::text || '@' || ${sql.raw(SERVER_RUN)} end as snapshot),
    noted as materialized (select ${sql.raw(CATALOGUE_VERSION)} || '@' || ${sql.raw(SERVER_RUN)} as version)
    select seen.snapshot, case when seen.snapshot is null or seen.snapshot is distinct from ${p.snapshot}::text then
      (select json_build_object('version', noted.version,
        'stock', (select json_object_agg(shown.id, ${sql.raw(stockOf("shown.id"))})
          from unnest(${p.ids}::text[]) as shown(id)),
        'until', case when noted.version is distinct from ${p.version}::text then
          (select floor(extract(epoch from least(min(edge.at), '9999-01-01')) * 1000)
            from price_list, lateral (values (starts_at), (ends_at)) as edge(at)
            where edge.at >= to_timestamp(${p.now}::double precision / 1000)) end)
      from noted) end as state
    from seen`,
);

/** What answers about the catalogue are made of, by one small statement. */
export async function readCatalogueState(on: Connection, asked: Asked): Promise<Found> {
  const [found] = await state(on, asked);
  return found!;
}
