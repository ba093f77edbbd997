import type { ListQuery } from "../../http/list-query.ts";
import { page, type Routes } from "../../http/routes.ts";
import { adminTags, storeTags } from "./product-tag-schemas.ts";

export const productTagRoutes: Routes = (app, { config, graph }) => {
  const list = (path: string, listTags: ListQuery) =>
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
        const { rows, ...paging } = await listTags.read(graph, request.query, config);
        return { product_tags: rows, ...paging };
      },
    );

  list("/admin/product-tags", adminTags);
  list("/store/product-tags", storeTags);
};
