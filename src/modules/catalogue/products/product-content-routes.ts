import { shown } from "../../../http/openapi/named-views.ts";
import { page, path, type Routes } from "../../../http/routes.ts";
import { selectingFrom, selectionFrom } from "../../../http/selection-check.ts";
import { deletedOption, deletedVariant } from "../v1-shapes.ts";
import {
  adminProductSelection,
  findProductAfterWrite,
  findProductWithStoredPrices,
} from "./admin-product-graph.ts";
import { listVariantsOfProduct } from "./admin-variants-graph.ts";
import {
  addOption,
  addVariant,
  deleteOption,
  deleteVariant,
  renameOption,
  updateVariant,
} from "./product-content-changes.ts";
import {
  optionBody,
  optionDeletedSchema,
  productResponseSchema,
  variantDeletedSchema,
} from "./product-schemas.ts";
import {
  newVariantBody,
  variantChangesBody,
  variantChangesQuery,
  variantsOfProduct,
} from "./variant-schemas.ts";

const schema = {
  tags: ["Products"],
  querystring: selectionFrom(adminProductSelection),
  response: productResponseSchema,
};

export const productOptionRoutes: Routes = (app, { db, graph }) => {
  app.post(
    "/admin/products/:id/options",
    { schema: { ...schema, summary: "Add an option to a product", params: path("id"), body: optionBody } },
    async (request) => {
      const { id } = request.params;
      await addOption({ db }, id, request.body.title);
      return { product: await findProductAfterWrite(graph, id, request.query) };
    },
  );

  app.post(
    "/admin/products/:id/options/:option_id",
    {
      schema: {
        ...schema,
        summary: "Update an option of a product",
        params: path("id", "option_id"),
        body: optionBody,
      },
    },
    async (request) => {
      const { id, option_id: optionId } = request.params;
      await renameOption({ db }, { productId: id, optionId }, request.body.title);
      return { product: await findProductAfterWrite(graph, id, request.query) };
    },
  );

  app.delete(
    "/admin/products/:id/options/:option_id",
    {
      schema: {
        ...schema,
        summary: "Delete an option of a product",
        params: path("id", "option_id"),
        response: optionDeletedSchema,
      },
    },
    async (request) => {
      const { id, option_id: optionId } = request.params;
      await deleteOption({ db }, { productId: id, optionId });
      return deletedOption(optionId, await findProductWithStoredPrices(graph, id, request.query));
    },
  );
};

const tags = ["Products"];
const changesQuery = selectingFrom(adminProductSelection, variantChangesQuery);
const variantRoute = { tags, params: path("id", "variant_id"), response: productResponseSchema };

export const productVariantRoutes: Routes = (app, { config, db, graph }) => {
  app.get(
    "/admin/products/:id/variants",
    {
      schema: {
        tags,
        summary: "List the variants of a product",
        params: path("id"),
        querystring: variantsOfProduct.querystring,
        response: page("variants", shown("AdminVariantOfProduct", variantsOfProduct.view)),
      },
    },
    (request) => listVariantsOfProduct({ graph, config }, request.params.id, request.query),
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
      return deletedVariant(variantId, await findProductAfterWrite(graph, id, request.query));
    },
  );
};
