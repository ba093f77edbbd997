import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminFields } from "./categories-graph.ts";
import { categoryNotFound } from "./category.ts";
import {
  addProductsToCategory,
  createCategory,
  deleteCategory,
  removeProductsFromCategory,
  updateCategory,
} from "./category-changes.ts";
import {
  adminCategories,
  adminCategory,
  categoryChangesBody,
  newCategoryBody,
  productIdsBody,
} from "./category-schemas.ts";
import { asTree } from "./category-tree.ts";

const tags = ["Product Categories"];
const categoryRoute = {
  querystring: selectionFrom(adminCategory),
  response: ok({ product_category: view("product_category") }),
};
const categoryById = { tags, params: path("id"), ...categoryRoute };

export const categoryRoutes: Routes = (app, { config, db, graph }) => {
  const categoryResponse = async (id: string, selection: Wanted) => {
    const category = await graph.find(adminCategory, id, selection);
    if (!category) throw categoryNotFound(id);
    return { product_category: asTree(category, { fields: adminFields }) };
  };
  const respondAfter = async (selection: Wanted, change: () => Promise<string>) =>
    categoryResponse(await change(), selection);

  app.get(
    "/admin/product-categories",
    {
      schema: {
        tags,
        summary: "List product categories",
        querystring: adminCategories.querystring,
        response: page("product_categories", "product_category"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminCategories.read(graph, request.query, config);
      return { product_categories: rows, ...paging };
    },
  );

  app.post(
    "/admin/product-categories",
    { schema: { tags, summary: "Create a product category", ...categoryRoute, body: newCategoryBody } },
    (request) => respondAfter(request.query, () => createCategory({ db }, request.body)),
  );

  app.get(
    "/admin/product-categories/:id",
    { schema: { ...categoryById, summary: "Get a product category" } },
    (request) => categoryResponse(request.params.id, request.query),
  );

  app.post(
    "/admin/product-categories/:id",
    { schema: { ...categoryById, summary: "Update a product category", body: categoryChangesBody } },
    (request) => respondAfter(request.query, () => updateCategory({ db }, request.params.id, request.body)),
  );

  app.delete(
    "/admin/product-categories/:id",
    {
      schema: {
        ...categoryById,
        summary: "Delete a product category",
        querystring: noQuery,
        response: deletedBody,
      },
    },
    async (request) => {
      await deleteCategory({ db }, request.params.id);
      return { id: request.params.id, object: "product-category", deleted: true };
    },
  );

  const categoryProductsById = { ...categoryById, body: productIdsBody };
  const uniqueIds = (products: { id: string }[]) => [...new Set(products.map(({ id }) => id))];

  app.post(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...categoryProductsById, summary: "Add products to a category" } },
    ({ params, query, body }) =>
      respondAfter(query, () =>
        addProductsToCategory({ db }, { categoryId: params.id, productIds: uniqueIds(body.product_ids) }),
      ),
  );

  app.delete(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...categoryProductsById, summary: "Remove products from a category" } },
    ({ params, query, body }) =>
      respondAfter(query, () =>
        removeProductsFromCategory(
          { db },
          { categoryId: params.id, productIds: uniqueIds(body.product_ids) },
        ),
      ),
  );
};
