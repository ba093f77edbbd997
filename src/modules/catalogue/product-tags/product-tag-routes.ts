import type { Graph } from "../../../graph/graph.ts";
import type { ListQuery } from "../../../http/list-query.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { adminTags, storeTags } from "./product-tag-schemas.ts";

export const productTagRoutes: Routes = (app, { config, graph, catalogue }) => {
  const list = (path: string, listTags: ListQuery, from: Graph) =>
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
