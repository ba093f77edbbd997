import { sql } from "kysely";
import type { Connection } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";

interface Wanted {
  ids: string[];
  skus: string[];
}

interface Found {
  id: string;
  sku: string | null;
}

const find = compiledSql(
  "import-variants",
  (p: Wanted) => sql<Found>`select id, sku from product_variant
    where (id = any(${p.ids}) or sku = any(${p.skus})) and deleted_at is null`,
);

export const findVariants = (on: Connection, wanted: Wanted): Promise<Found[]> => find(on, wanted);

const began = compiledSql(
  "import-began",
  (p: { jobId: string }) =>
    sql<{ at: Date }>`select processing_at as at from batch_job where id = ${p.jobId}`,
);

/** When the first run of the job began, by the clock of the database. */
export async function beganAt(on: Connection, jobId: string): Promise<Date> {
  const [job] = await began(on, { jobId });
  return job!.at;
}
