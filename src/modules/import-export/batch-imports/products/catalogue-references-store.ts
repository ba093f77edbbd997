import { sql } from "kysely";
import type { Connection } from "../../../../db/database.ts";
import { compiledSql } from "../../../../db/statements.ts";
import type { NamedEntity } from "./catalogue-draft.ts";

export interface ReferenceNames {
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

const find = compiledSql(
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
  const [found] = await find(on, names);
  return found!;
}
