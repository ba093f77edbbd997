import { sql } from "kysely";
import type { Connection } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";

interface VariantKeys {
  ids: string[];
  skus: string[];
}

interface FoundVariant {
  id: string;
  sku: string | null;
}

const find = compiledSql(
  "import-variants",
  (p: VariantKeys) => sql<FoundVariant>`select id, sku from product_variant
    where (id = any(${p.ids}) or sku = any(${p.skus})) and deleted_at is null`,
);

export const findVariants = (on: Connection, keys: VariantKeys): Promise<FoundVariant[]> => find(on, keys);

const processingStart = compiledSql(
  "import-began",
  (p: { jobId: string }) =>
    sql<{ at: Date }>`select processing_at as at from batch_job where id = ${p.jobId}`,
);

/** When the first run of the job started, by the clock of the database. */
export async function startedAt(on: Connection, jobId: string): Promise<Date> {
  const [job] = await processingStart(on, { jobId });
  return job!.at;
}
