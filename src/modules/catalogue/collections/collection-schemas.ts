import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, where } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { collection, isInDiscountCondition } from "./collections-graph.ts";

export const newCollectionBody = body({
  title: nonEmptyText,
  handle: optional(text),
  metadata: optional(metadata),
});

export const collectionChangesBody = body({
  title: optional(nonEmptyText),
  handle: optional(nonEmptyText),
  metadata: optional(metadata),
});

export const productIdsBody = body({ product_ids: Type.Array(text, { minItems: 1, maxItems: 10_000 }) });

export const removedProducts = ok({ id: text, object: text, removed_products: Type.Array(text) });

export const adminCollection = { entity: collection, relations: ["products.profiles"] };

export const adminCollections = listQuery({
  view: {
    entity: collection,
    fields: ["id", "title", "handle", "created_at", "updated_at"],
    relations: ["products.profiles"],
  },
  limit: 10,
  takes: ["order"],
  search: ["title", "handle"],
  filters: {
    title: equalTo(),
    handle: equalTo(),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
    discount_condition_id: where(isInDiscountCondition),
  },
});

export const storeCollection = { entity: collection };

export const storeCollections = listQuery({
  view: storeCollection,
  limit: 10,
  takes: [],
  filters: { handle: anyOf(), created_at: dates(), updated_at: dates() },
});
