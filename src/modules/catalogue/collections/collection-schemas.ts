import { Type } from "typebox";
import type { Graph } from "../../../graph/graph.ts";
import { fieldsOfNewRow, fieldsOfRow } from "../../../http/custom-fields.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, where } from "../../../http/query-filters.ts";
import { body, found, metadata, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { withProductProfiles } from "../products/index.ts";
import { collection, isInDiscountCondition } from "./collections-graph.ts";

export const newCollectionBody = body({
  title: nonEmptyText,
  handle: optional(text),
  metadata: optional(metadata),
  ...fieldsOfNewRow("collection"),
});

export const collectionChangesBody = body({
  title: optional(nonEmptyText),
  handle: optional(nonEmptyText),
  metadata: optional(metadata),
  ...fieldsOfRow("collection"),
});

export const productIdsBody = body({ product_ids: Type.Array(text, { minItems: 1, maxItems: 10_000 }) });

export const removedProducts = ok({ id: text, object: text, removed_products: Type.Array(text) });

export const adminCollection = { entity: collection, relations: ["products.profiles"] };

export const adminCollections = listQuery({
  view: {
    entity: collection,
    fields: ["id", "title", "handle", "created_at", "updated_at", "custom_fields"],
    relations: ["products.profiles"],
  },
  limit: 10,
  takes: ["order", "fields", "expand"],
  search: ["title", "handle"],
  searchesFields: true,
  filters: {
    title: equalTo(),
    handle: equalTo(),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
    discount_condition_id: where(isInDiscountCondition),
  },
});

const storeCollection = { entity: collection };

export const storeCollections = listQuery({
  view: storeCollection,
  limit: 10,
  takes: [],
  filters: { handle: anyOf(), created_at: dates(), updated_at: dates() },
});

export const findAdminCollection = async (graph: Graph, id: string) =>
  withProductProfiles(found(await graph.find(adminCollection, id), "Product collection", id));

export const findStoreCollection = async (graph: Graph, id: string) =>
  found(await graph.find(storeCollection, id), "Product collection", id);

export async function listAdminCollections(graph: Graph, query: unknown, { maxLimit }: { maxLimit: number }) {
  const { rows, ...paging } = await adminCollections.read(graph, query, { maxLimit });
  return { collections: rows.map(withProductProfiles), ...paging };
}
