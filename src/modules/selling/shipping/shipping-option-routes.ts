import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, path, type Routes, view } from "../../../http/routes.ts";
import { unknownOption } from "./shipping-option.ts";
import {
  adminOption,
  adminOptions,
  adminOptionsAnswer,
  newOptionBody,
  optionChangesBody,
} from "./shipping-option-schemas.ts";
import { withPrice } from "./shipping-price.ts";
import { createShippingOption } from "./use-cases/create-shipping-option.ts";
import { deleteShippingOption } from "./use-cases/delete-shipping-option.ts";
import { updateShippingOption } from "./use-cases/update-shipping-option.ts";

const tags = ["Shipping Options"];
const answer = ok({ shipping_option: view("shipping_option") });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const shippingOptionRoutes: Routes = (app, { config, db, graph, providers }) => {
  const shown = async (id: string) => {
    const option = await graph.find(adminOption, id);
    if (!option) throw unknownOption(id);
    return { shipping_option: option };
  };

  app.get(
    "/admin/shipping-options",
    {
      schema: {
        tags,
        summary: "List shipping options with their prices",
        querystring: adminOptions.querystring,
        response: adminOptionsAnswer,
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminOptions.read(graph, request.query, config);
      return { shipping_options: rows.map(withPrice), ...paging };
    },
  );

  app.post(
    "/admin/shipping-options",
    {
      schema: {
        tags,
        summary: "Create a shipping option",
        querystring: noQuery,
        body: newOptionBody,
        response: answer,
      },
    },
    async (request) => shown(await createShippingOption({ db, providers }, request.body)),
  );

  app.get(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Get a shipping option" } },
    (request) => shown(request.params.id),
  );

  app.post(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Update a shipping option", body: optionChangesBody } },
    async (request) => {
      await updateShippingOption({ db, providers }, request.params.id, request.body);
      return shown(request.params.id);
    },
  );

  app.delete(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Delete a shipping option", response: deletedBody } },
    async (request) => {
      await deleteShippingOption({ db }, request.params.id);
      return { id: request.params.id, object: "shipping-option", deleted: true };
    },
  );
};
