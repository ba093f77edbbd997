import type { Graph } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { isInDiscountCondition, productTag } from "./product-tags-graph.ts";

const tags = (limit: number) =>
  listQuery({
    view: { entity: productTag, fields: ["id", "value", "created_at", "updated_at"] },
    limit,
    takes: ["order"],
    search: ["value"],
    filters: {
      id: textFilter(),
      value: textFilter(),
      created_at: dates(),
      updated_at: dates(),
      discount_condition_id: where(isInDiscountCondition),
    },
  });

export const adminTags = tags(10);
export const storeTags = tags(20);

export const productTagRoutes: Routes = (app, { config, graph, catalogue }) => {
  const list = (path: string, listTags: typeof adminTags | typeof storeTags, from: Graph) =>
    app.get(
      path,
      {
        schema: {
          tags: ["Product Tags"],
          summary: "List product tags",
          querystring: listTags.querystring,
          response: page("product_tags", "product_tag"),
        },
      },
      async (request) => {
        const { rows, ...paging } = await listTags.read(from, request.query, config);
        return { product_tags: rows, ...paging };
      },
    );

  list("/admin/product-tags", adminTags, graph);
  list("/store/product-tags", storeTags, catalogue.graph);
};
