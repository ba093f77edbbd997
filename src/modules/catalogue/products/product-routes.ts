import type { RequestedSelection } from "../../../graph/selection.ts";
import { requestKey } from "../../../http/document-cache/index.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { listProductTypes } from "../product-labels/index.ts";
import { createdProductSelection } from "../v1-shapes.ts";
import {
  adminProductDocuments,
  adminProductSelection,
  findAdminProduct,
  findProductAfterWrite,
  isCacheable,
  listAdminProducts,
  listTagUsage,
} from "./admin-product-graph.ts";
import { createProduct, deleteProduct, setProductMetadata, updateProduct } from "./product-changes.ts";
import {
  adminProduct,
  adminProducts,
  metadataBody,
  newProductBody,
  productChangesBody,
  productResponseSchema,
  tagUsageSchema,
  typeListSchema,
} from "./product-schemas.ts";

const tags = ["Products"];
const productById = {
  tags,
  querystring: selectionFrom(adminProductSelection),
  params: path("id"),
  response: productResponseSchema,
};

export const productRoutes: Routes = (app, { documents, config, db, graph, providers }) => {
  const listContext = { graph, maxLimit: config.maxLimit };
  const productResponse = async (id: string, selection: RequestedSelection) => ({
    product: await findProductAfterWrite(graph, id, selection),
  });

  app.get(
    "/admin/products",
    {
      schema: {
        tags,
        summary: "List products",
        querystring: adminProducts.querystring,
        response: page("products", shown("AdminProduct", adminProduct)),
      },
    },
    (request, reply) =>
      documents.answerPage(reply, {
        // The response is the same for every user.
        key: isCacheable(request.query) ? requestKey(request, request.query) : null,
        ...adminProductDocuments(listContext, request.query),
        make: () => listAdminProducts(listContext, request.query),
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
    async (request) =>
      productResponse(await createProduct({ db, providers }, request.body), createdProductSelection),
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
    async () => ({ types: await listProductTypes(graph, config) }),
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
      await updateProduct({ db, providers }, request.params.id, request.body);
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
      await setProductMetadata({ db, providers }, request.params.id, request.body);
      return productResponse(request.params.id, request.query);
    },
  );
};
