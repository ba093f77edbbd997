import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { responseKey } from "../../../http/response-cache.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { productType } from "../product-types/index.ts";
import {
  findAdminProduct,
  findWrittenProduct,
  isAboutCatalogue,
  listAdminProducts,
  shownProduct,
} from "./admin-product-graph.ts";
import {
  adminProducts,
  metadataBody,
  newProductBody,
  productAnswer,
  productChangesBody,
  tagUsage,
  typeList,
} from "./product-schemas.ts";
import { createProduct } from "./use-cases/create-product.ts";
import { deleteProduct } from "./use-cases/delete-product.ts";
import { listTagUsage } from "./use-cases/list-tag-usage.ts";
import { updateProduct } from "./use-cases/update-product.ts";

const tags = ["Products"];
const one = { tags, querystring: selectionFrom(shownProduct), params: path("id"), response: productAnswer };
const allTypes = { entity: productType };

export const productRoutes: Routes = (app, { responseCache, config, db, graph }) => {
  const written = async (id: string, wanted: Wanted = {}) => ({
    product: await findWrittenProduct(graph, id, wanted),
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
        // It is the same for every user.
        key: isAboutCatalogue(request.query) ? responseKey(request, request.query) : null,
        make: () => listAdminProducts(graph, request.query, config),
      }),
  );

  app.post(
    "/admin/products",
    {
      schema: {
        tags,
        summary: "Create a product",
        querystring: selectionFrom(shownProduct),
        body: newProductBody,
        response: productAnswer,
      },
    },
    // As in v1, which takes a selection here and shows the whole product.
    async (request) => written(await createProduct({ db }, request.body)),
  );

  app.get(
    "/admin/products/tag-usage",
    { schema: { tags, summary: "List how often tags are used", querystring: noQuery, response: tagUsage } },
    async () => ({ tags: await listTagUsage({ db }) }),
  );

  app.get(
    "/admin/products/types",
    { schema: { tags, summary: "List product types", querystring: noQuery, response: typeList } },
    async () => {
      const types = await graph.rows(allTypes, { limit: config.maxLimit, offset: 0, order: "created_at" });
      return { types };
    },
  );

  app.get("/admin/products/:id", { schema: { ...one, summary: "Get a product" } }, async (request) => ({
    product: await findAdminProduct(graph, request.params.id, request.query),
  }));

  app.post(
    "/admin/products/:id",
    { schema: { ...one, summary: "Update a product", body: productChangesBody } },
    async (request) => {
      await updateProduct({ db }, request.params.id, request.body);
      return written(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/products/:id",
    { schema: { ...one, summary: "Delete a product", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteProduct({ db }, request.params.id);
      return { id: request.params.id, object: "product", deleted: true };
    },
  );

  app.post(
    "/admin/products/:id/metadata",
    { schema: { ...one, summary: "Set a metadata key of a product", body: metadataBody } },
    async (request) => {
      const { key, value } = request.body;
      await updateProduct({ db }, request.params.id, { metadata: { [key]: value } });
      return written(request.params.id, request.query);
    },
  );
};
