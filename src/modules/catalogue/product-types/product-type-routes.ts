import type { Graph } from "../../../graph/graph.ts";
import type { ListQuery } from "../../../http/list-query.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { adminTypes, storeTypes } from "./product-type-schemas.ts";

export const productTypeRoutes: Routes = (app, { config, graph, catalogue }) => {
  const list = (path: string, listTypes: ListQuery, from: Graph) =>
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
        const { rows, ...paging } = await listTypes.read(from, request.query, config);
        return { product_types: rows, ...paging };
      },
    );

  list("/admin/product-types", adminTypes, graph);
  list("/store/product-types", storeTypes, catalogue.graph);
};
