import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { adminFields } from "./categories-graph.ts";
import { unknownCategory } from "./category.ts";
import {
  adminCategories,
  adminCategory,
  categoryChangesBody,
  newCategoryBody,
  productIdsBody,
} from "./category-schemas.ts";
import { asTree } from "./category-tree.ts";
import { addProductsToCategory, removeProductsFromCategory } from "./use-cases/change-category-products.ts";
import { createCategory } from "./use-cases/create-category.ts";
import { deleteCategory } from "./use-cases/delete-category.ts";
import { updateCategory } from "./use-cases/update-category.ts";

const tags = ["Product Categories"];
const answer = {
  querystring: selectionFrom(adminCategory),
  response: ok({ product_category: view("product_category") }),
};
const one = { tags, params: path("id"), ...answer };

export const categoryRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string, wanted: Wanted) => {
    const category = await graph.find(adminCategory, id, wanted);
    if (!category) throw unknownCategory(id);
    return { product_category: asTree(category, { fields: adminFields }) };
  };
  const changed = async (wanted: Wanted, change: () => Promise<string>) => shown(await change(), wanted);

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
    { schema: { tags, summary: "Create a product category", ...answer, body: newCategoryBody } },
    (request) => changed(request.query, () => createCategory({ db }, request.body)),
  );

  app.get(
    "/admin/product-categories/:id",
    { schema: { ...one, summary: "Get a product category" } },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/admin/product-categories/:id",
    { schema: { ...one, summary: "Update a product category", body: categoryChangesBody } },
    (request) => changed(request.query, () => updateCategory({ db }, request.params.id, request.body)),
  );

  app.delete(
    "/admin/product-categories/:id",
    { schema: { ...one, summary: "Delete a product category", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteCategory({ db }, request.params.id);
      return { id: request.params.id, object: "product-category", deleted: true };
    },
  );

  const batch = { ...one, body: productIdsBody };
  const named = (products: { id: string }[]) => [...new Set(products.map(({ id }) => id))];

  app.post(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...batch, summary: "Add products to a category" } },
    ({ params, query, body }) =>
      changed(query, () =>
        addProductsToCategory({ db }, { categoryId: params.id, productIds: named(body.product_ids) }),
      ),
  );

  app.delete(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...batch, summary: "Remove products from a category" } },
    ({ params, query, body }) =>
      changed(query, () =>
        removeProductsFromCategory({ db }, { categoryId: params.id, productIds: named(body.product_ids) }),
      ),
  );
};
