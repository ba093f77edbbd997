import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";
import type { Market } from "./csv/columns.ts";

const findMarket = compiledSql(
  "import-market",
  (_: object) => sql<Market>`
    select coalesce((select json_agg(json_build_object('id', id, 'name', name, 'currency_code', currency_code))
        from region where deleted_at is null), '[]'::json) as regions,
      array(select code::text from currency) as currencies`,
);

/** The regions and currencies that price columns may refer to. */
export async function readMarket(on: Connection): Promise<Market> {
  const [market] = await findMarket(on, {});
  return market!;
}

interface VariantKeys {
  ids: string[];
  skus: string[];
}

interface FoundVariant {
  id: string;
  sku: string | null;
}

const findByKeys = compiledSql(
  "import-variants",
  (p: VariantKeys) => sql<FoundVariant>`select id, sku from product_variant
    where (id = any(${p.ids}) or sku = any(${p.skus})) and deleted_at is null`,
);

export const findVariants = (on: Connection, keys: VariantKeys): Promise<FoundVariant[]> =>
  findByKeys(on, keys);

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

export interface NamedEntity {
  id: string;
  handle?: string | null;
  name: string;
}

interface ReferenceNames {
  collectionHandles: string[];
  collectionTitles: string[];
  channelIds: string[];
  channelNames: string[];
  categoryHandles: string[];
  categoryNames: string[];
}

interface FoundReferences {
  collections: NamedEntity[];
  channels: NamedEntity[];
  categories: NamedEntity[];
}

const findNamed = compiledSql(
  "import-references",
  (p: ReferenceNames) => sql<FoundReferences>`select
    coalesce((select json_agg(json_build_object('id', id, 'handle', handle, 'name', title) order by created_at, id)
      from product_collection where deleted_at is null
        and (handle = any(${p.collectionHandles}) or title = any(${p.collectionTitles}))), '[]'::json) as collections,
    coalesce((select json_agg(json_build_object('id', id, 'name', name) order by created_at, id)
      from sales_channel where deleted_at is null
        and (id = any(${p.channelIds}) or name = any(${p.channelNames}))), '[]'::json) as channels,
    coalesce((select json_agg(json_build_object('id', id, 'handle', handle, 'name', name) order by created_at, id)
      from product_category
      where handle = any(${p.categoryHandles}) or name = any(${p.categoryNames})), '[]'::json) as categories`,
);

export async function findReferences(on: Connection, names: ReferenceNames): Promise<FoundReferences> {
  const [found] = await findNamed(on, names);
  return found!;
}
