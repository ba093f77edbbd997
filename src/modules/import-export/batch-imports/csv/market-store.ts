import { sql } from "kysely";
import type { Connection } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";
import type { Market } from "./price-columns.ts";

const find = compiledSql(
  "import-market",
  (_: object) => sql<Market>`
    select coalesce((select json_agg(json_build_object('id', id, 'name', name, 'currency_code', currency_code))
        from region where deleted_at is null), '[]'::json) as regions,
      array(select code::text from currency) as currencies`,
);

/** The regions and currencies that price columns may refer to. */
export async function readMarket(on: Connection): Promise<Market> {
  const [market] = await find(on, {});
  return market!;
}
