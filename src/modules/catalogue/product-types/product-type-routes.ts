import type { Graph } from "../../../graph/graph.ts";
import { listQuery } from "../../../http/list-query.ts";
import { dates, textFilter, where } from "../../../http/query-filters.ts";
import { page, type Routes } from "../../../http/routes.ts";
import { isInDiscountCondition, productType } from "./product-types-graph.ts";

const types = (limit: number) =>
  listQuery({
    view: { entity: productType, fields: ["id", "value", "created_at", "updated_at"] },
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

export const adminTypes = types(20);
export const storeTypes = types(20);

export const productTypeRoutes: Routes = (app, { config, graph, catalogue }) => {
  const list = (path: string, listTypes: typeof adminTypes | typeof storeTypes, from: Graph) =>
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
