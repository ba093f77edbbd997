import type { RequestedSelection } from "../../../graph/selection.ts";
import { requestKey } from "../../../http/document-cache/index.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
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
  adminCategorySchema,
  categoryChangesBody,
  findAdminCategory,
  findStoreCategory,
  newCategoryBody,
  productIdsBody,
  storefrontCategories,
  storefrontCategorySchema,
} from "./category-schemas.ts";

const tags = ["Product Categories"];
const categoryRoute = {
  querystring: selectionFrom(adminCategory),
  response: ok({ product_category: adminCategorySchema }),
};
const categoryById = { tags, params: path("id"), ...categoryRoute };

export const categoryRoutes: Routes = (app, { config, db, graph }) => {
  const categoryResponse = async (id: string, selection: RequestedSelection) => ({
    product_category: await findAdminCategory(graph, id, selection),
  });
  const respondAfter = async (selection: RequestedSelection, change: () => Promise<string>) =>
    categoryResponse(await change(), selection);

  app.get(
    "/admin/product-categories",
    {
      schema: {
        tags,
        summary: "List product categories",
        querystring: adminCategories.querystring,
        response: page("product_categories", adminCategorySchema),
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

  app.post(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...categoryProductsById, summary: "Add products to a category" } },
    ({ params, query, body }) =>
      respondAfter(query, () =>
        addProductsToCategory({ db }, { categoryId: params.id, products: body.product_ids }),
      ),
  );

  app.delete(
    "/admin/product-categories/:id/products/batch",
    { schema: { ...categoryProductsById, summary: "Remove products from a category" } },
    ({ params, query, body }) =>
      respondAfter(query, () =>
        removeProductsFromCategory({ db }, { categoryId: params.id, products: body.product_ids }),
      ),
  );
};

export const storeCategoryRoutes: Routes = (app, { documents, config, catalogue: { graph } }) => {
  app.get(
    "/store/product-categories",
    {
      schema: {
        tags,
        summary: "List product categories",
        querystring: storefrontCategories.querystring,
        response: page("product_categories", storefrontCategorySchema),
      },
    },
    (request, reply) =>
      documents.answer(reply, {
        key: requestKey(request, request.query),
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
        response: ok({ product_category: storefrontCategorySchema }),
      },
    },
    (request, reply) =>
      documents.answer(reply, {
        key: requestKey(request, request.query),
        make: async () => ({
          answer: { product_category: await findStoreCategory(graph, request.params.id, request.query) },
        }),
      }),
  );
};
