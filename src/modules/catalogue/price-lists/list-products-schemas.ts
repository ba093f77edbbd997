import { Type } from "typebox";
import { containing } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, dates, equalTo, type QueryFilter, textFilter, where } from "../../../http/query-filters.ts";
import { mentions, taggedWith } from "../products/index.ts";
import { listedProduct } from "./price-lists-graph.ts";

/** `%`, `_` and `\` mean themselves in what people search for. */
const search: QueryFilter = {
  schema: Type.String({ description: "Searches titles, descriptions, variants and collections." }),
  toFilters: (words) => [
    {
      kind: "custom",
      condition: mentions,
      value: containing(words as string),
    },
  ],
};

export const listedProducts = listQuery({
  view: {
    entity: listedProduct,
    relations: [
      "variants",
      "variants.options",
      "profiles",
      "images",
      "options",
      "options.values",
      "tags",
      "type",
      "collection",
    ],
  },
  limit: 50,
  filters: {
    id: textFilter({ comparisons: false }),
    q: search,
    status: anyOf({ values: ["draft", "proposed", "published", "rejected"], either: true }),
    collection_id: anyOf(),
    tags: where(taggedWith, { list: true }),
    title: equalTo(),
    description: equalTo(),
    handle: equalTo(),
    is_giftcard: equalTo("boolean"),
    type: equalTo("text", "type_id"),
    created_at: dates(),
    updated_at: dates(),
    deleted_at: dates(),
  },
});
