import { containing, type Filter } from "../../../graph/filter.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { selectingFrom, selectionFrom } from "../../../http/selection-check.ts";
import { stockForAdmin, withStockShown } from "../../stock/inventory/index.ts";
import { withoutInternal } from "../pricing/index.ts";
import { adminProductSelection, findProductAfterWrite } from "./admin-product-graph.ts";
import { variantMatchesSearch } from "./product-conditions-graph.ts";
import { productResponseSchema, variantDeletedSchema } from "./product-schemas.ts";
import { addVariant, deleteVariant, updateVariant } from "./variant-changes.ts";
import {
  newVariantBody,
  variantChangesBody,
  variantChangesQuery,
  variantsOfProduct,
} from "./variant-schemas.ts";

const tags = ["Products"];
const changesQuery = selectingFrom(adminProductSelection, variantChangesQuery);
const variantRoute = { tags, params: path("id", "variant_id"), response: productResponseSchema };

export const searchFilter = (q: string | undefined): Filter[] =>
  q ? [{ kind: "custom", condition: variantMatchesSearch, value: containing(q) }] : [];

export const productVariantRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/products/:id/variants",
    {
      schema: {
        tags,
        summary: "List the variants of a product",
        params: path("id"),
        querystring: variantsOfProduct.querystring,
        response: page("variants", "product_variant"),
      },
    },
    async (request) => {
      const { q } = request.query as { q?: string };
      const ofProduct: Filter = { kind: "equals", column: "product_id", value: request.params.id };
      const { rows, ...paging } = await variantsOfProduct.read(graph, request.query, {
        ...config,
        also: [ofProduct, ...searchFilter(q)],
        extras: [stockForAdmin.ofVariants],
      });
      return { variants: withStockShown(rows).map(withoutInternal), ...paging };
    },
  );

  app.post(
    "/admin/products/:id/variants",
    {
      schema: {
        tags,
        summary: "Create a variant of a product",
        params: path("id"),
        querystring: selectionFrom(adminProductSelection),
        body: newVariantBody,
        response: productResponseSchema,
      },
    },
    async (request) => {
      const { id } = request.params;
      await addVariant({ db }, id, request.body);
      return { product: await findProductAfterWrite(graph, id, request.query) };
    },
  );

  app.post(
    "/admin/products/:id/variants/:variant_id",
    {
      schema: {
        ...variantRoute,
        summary: "Update a variant of a product",
        querystring: changesQuery,
        body: variantChangesBody,
      },
    },
    async (request) => {
      const { id, variant_id: variantId } = request.params;
      await updateVariant({ db }, { productId: id, variantId }, request.body);
      return { product: await findProductAfterWrite(graph, id, request.query) };
    },
  );

  app.delete(
    "/admin/products/:id/variants/:variant_id",
    {
      schema: {
        ...variantRoute,
        summary: "Delete a variant of a product",
        querystring: selectionFrom(adminProductSelection),
        response: variantDeletedSchema,
      },
    },
    async (request) => {
      const { id, variant_id: variantId } = request.params;
      await deleteVariant({ db }, { productId: id, variantId });
      const product = await findProductAfterWrite(graph, id, request.query);
      return { variant_id: variantId, object: "product-variant", deleted: true, product };
    },
  );
};
