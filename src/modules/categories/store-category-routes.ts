import { selectionQuery } from "../../http/list-query.ts";
import { ok, page, path, type Routes, view } from "../../http/routes.ts";
import { unknownCategory } from "./category.ts";
import { storefrontCategories, storefrontCategory } from "./category-schemas.ts";
import { asTree } from "./category-tree.ts";

const tags = ["Product Categories"];

export const storeCategoryRoutes: Routes = (app, { config, graph }) => {
  app.get(
    "/store/product-categories",
    {
      schema: {
        tags,
        summary: "List product categories",
        querystring: storefrontCategories.querystring,
        response: page("product_categories", "store_product_category"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await storefrontCategories.read(graph, request.query, config);
      return { product_categories: rows, ...paging };
    },
  );

  app.get(
    "/store/product-categories/:id",
    {
      schema: {
        tags,
        summary: "Get a product category",
        querystring: selectionQuery,
        params: path("id"),
        response: ok({ product_category: view("store_product_category") }),
      },
    },
    async ({ params, query }) => {
      const category = await graph.find(storefrontCategory, params.id, query);
      if (!category) throw unknownCategory(params.id);
      return { product_category: asTree(category) };
    },
  );
};
