import { path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import {
  adminProductSelection,
  findProductAfterWrite,
  findProductWithStoredPrices,
} from "./admin-product-graph.ts";
import { addOption, deleteOption, renameOption } from "./product-option-changes.ts";
import { optionBody, optionDeletedSchema, productResponseSchema } from "./product-schemas.ts";

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
      // As in v1 this is the only response for a product without price selection.
      const product = await findProductWithStoredPrices(graph, id, request.query);
      return { option_id: optionId, object: "option", deleted: true, product };
    },
  );
};
