import { selectionQuery } from "../../../http/list-query.ts";
import { responseKey } from "../../../http/response-cache.ts";
import { ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { storefrontFields } from "./categories-graph.ts";
import { publicCategoryNotFound } from "./category.ts";
import { storefrontCategories, storefrontCategory } from "./category-schemas.ts";
import { asTree } from "./category-tree.ts";

const tags = ["Product Categories"];

export const storeCategoryRoutes: Routes = (app, { responseCache, config, catalogue: { graph } }) => {
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
    (request, reply) =>
      responseCache.answer(reply, {
        key: responseKey(request, request.query),
        make: async () => {
          const { rows, ...paging } = await storefrontCategories.read(graph, request.query, config);
          return { answer: { product_categories: rows, ...paging } };
        },
      }),
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
    (request, reply) =>
      responseCache.answer(reply, {
        key: responseKey(request, request.query),
        make: async () => {
          const { id } = request.params;
          const category = await graph.find(storefrontCategory, id, request.query);
          if (!category) throw publicCategoryNotFound(id);
          return { answer: { product_category: asTree(category, { fields: storefrontFields }) } };
        },
      }),
  );
};
