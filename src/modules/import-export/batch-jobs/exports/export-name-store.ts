import { sql } from "kysely";
import type { Connection } from "../../../../db/database.ts";
import { compiledReturningWrite } from "../../../../db/statements.ts";

const nextMoment = compiledReturningWrite<object, { ms: number }>(
  "export-moment",
  { inserts: ["tradewind.setting"], updates: ["tradewind.setting"] },
  () => sql<{ ms: number }>`
    insert into tradewind.setting as last (key, value)
      values ('last_export_ms', to_jsonb((extract(epoch from clock_timestamp()) * 1000)::bigint))
    on conflict (key) do update
      set value = to_jsonb(greatest(last.value::bigint + 1, excluded.value::bigint)), updated_at = now()
    returning (value #>> '{}')::float8 as ms`,
);

/** A unique name in the format of v1, for example `exports/products/product-export-1794861205164.csv`. */
export async function exportName(on: Connection, folder: string, what: string): Promise<string> {
  const [moment] = await nextMoment(on, {});
  return `exports/${folder}/${what}-${moment!.ms}.csv`;
}
