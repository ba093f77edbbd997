import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { responseKey } from "../../../http/response-cache.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { productType } from "../product-types/index.ts";
import {
  adminProductSelection,
  findAdminProduct,
  findProductAfterWrite,
  isCacheable,
  listAdminProducts,
} from "./admin-product-graph.ts";
import { createProduct, deleteProduct, updateProduct } from "./product-changes.ts";
import {
  adminProducts,
  metadataBody,
  newProductBody,
  productChangesBody,
  productResponseSchema,
  tagUsageSchema,
  typeListSchema,
} from "./product-schemas.ts";
import { listTagUsage } from "./use-cases/find-products.ts";

const tags = ["Products"];
const productById = {
  tags,
  querystring: selectionFrom(adminProductSelection),
  params: path("id"),
  response: productResponseSchema,
};
const productTypeView = { entity: productType };

export const productRoutes: Routes = (app, { responseCache, config, db, graph }) => {
  const productResponse = async (id: string, selection: Wanted = {}) => ({
    product: await findProductAfterWrite(graph, id, selection),
  });

  app.get(
    "/admin/products",
    {
      schema: {
        tags,
        summary: "List products",
        querystring: adminProducts.querystring,
        response: page("products", "priced_product"),
      },
    },
    (request, reply) =>
      responseCache.answer(reply, {
        // The response is the same for every user.
        key: isCacheable(request.query) ? responseKey(request, request.query) : null,
        make: () => listAdminProducts(graph, request.query, config),
      }),
  );

  app.post(
    "/admin/products",
    {
      schema: {
        tags,
        summary: "Create a product",
        querystring: selectionFrom(adminProductSelection),
        body: newProductBody,
        response: productResponseSchema,
      },
    },
    // As in v1, which accepts a selection here and ignores it.
    async (request) => productResponse(await createProduct({ db }, request.body)),
  );

  app.get(
    "/admin/products/tag-usage",
    {
      schema: {
        tags,
        summary: "List how often tags are used",
        querystring: noQuery,
        response: tagUsageSchema,
      },
    },
    async () => ({ tags: await listTagUsage({ db }) }),
  );

  app.get(
    "/admin/products/types",
    { schema: { tags, summary: "List product types", querystring: noQuery, response: typeListSchema } },
    async () => {
      const types = await graph.rows(productTypeView, {
        limit: config.maxLimit,
        offset: 0,
        order: "created_at",
      });
      return { types };
    },
  );

  app.get(
    "/admin/products/:id",
    { schema: { ...productById, summary: "Get a product" } },
    async (request) => ({
      product: await findAdminProduct(graph, request.params.id, request.query),
    }),
  );

  app.post(
    "/admin/products/:id",
    { schema: { ...productById, summary: "Update a product", body: productChangesBody } },
    async (request) => {
      await updateProduct({ db }, request.params.id, request.body);
      return productResponse(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/products/:id",
    { schema: { ...productById, summary: "Delete a product", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteProduct({ db }, request.params.id);
      return { id: request.params.id, object: "product", deleted: true };
    },
  );

  app.post(
    "/admin/products/:id/metadata",
    { schema: { ...productById, summary: "Set a metadata key of a product", body: metadataBody } },
    async (request) => {
      const { key, value } = request.body;
      await updateProduct({ db }, request.params.id, { metadata: { [key]: value } });
      return productResponse(request.params.id, request.query);
    },
  );
};
