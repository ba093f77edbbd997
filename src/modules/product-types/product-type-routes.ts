import type { ListQuery } from "../../http/list-query.ts";
import { page, type Routes } from "../../http/routes.ts";
import { adminTypes, storeTypes } from "./product-type-schemas.ts";

export const productTypeRoutes: Routes = (app, { config, graph }) => {
  const list = (path: string, listTypes: ListQuery) =>
    app.get(
      path,
      {
        schema: {
          tags: ["Product Types"],
          summary: "List product types",
          querystring: listTypes.querystring,
          response: page("product_types", "product_type"),
        },
      },
      async (request) => {
        const { rows, ...paging } = await listTypes.read(graph, request.query, config);
        return { product_types: rows, ...paging };
      },
    );

  list("/admin/product-types", adminTypes);
  list("/store/product-types", storeTypes);
};
