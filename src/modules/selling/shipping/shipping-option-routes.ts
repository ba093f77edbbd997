import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, path, type Routes } from "../../../http/routes.ts";
import { deletedObject } from "../v1-shapes.ts";
import { unknownOption } from "./shipping-option.ts";
import {
  createShippingOption,
  deleteShippingOption,
  updateShippingOption,
} from "./shipping-option-changes.ts";
import {
  adminOption,
  adminOptions,
  adminOptionsAnswer,
  newOptionBody,
  optionChangesBody,
  storeOptionFilters,
  storeOptions,
  storeOptionsAnswer,
  storeOptionsQuery,
} from "./shipping-option-schemas.ts";
import { withPrice } from "./shipping-price.ts";

const tags = ["Shipping Options"];
const answer = ok({ shipping_option: shown("AdminShippingOption", adminOption) });
const one = { tags, querystring: noQuery, params: path("id"), response: answer };

export const shippingOptionRoutes: Routes = (app, { config, db, graph, providers }) => {
  const readOption = async (id: string) => {
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
    async (request) => readOption(await createShippingOption({ db, providers }, request.body)),
  );

  app.get(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Get a shipping option" } },
    (request) => readOption(request.params.id),
  );

  app.post(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Update a shipping option", body: optionChangesBody } },
    async (request) => {
      await updateShippingOption({ db, providers }, request.params.id, request.body);
      return readOption(request.params.id);
    },
  );

  app.delete(
    "/admin/shipping-options/:id",
    { schema: { ...one, summary: "Delete a shipping option", response: deletedBody } },
    async (request) => {
      await deleteShippingOption({ db }, request.params.id);
      return { id: request.params.id, object: deletedObject.shippingOption, deleted: true };
    },
  );
};

/** Shipping options for customers without a cart. */
export const storeShippingOptionRoutes: Routes = (app, { config, catalogue: { graph } }) => {
  app.get(
    "/store/shipping-options",
    {
      schema: {
        tags: ["Shipping Options"],
        summary: "List shipping options with their prices",
        querystring: storeOptionsQuery,
        response: storeOptionsAnswer,
      },
    },
    async (request) => {
      const all = { order: "created_at", limit: config.maxLimit, offset: 0 };
      const rows = await graph.rows(storeOptions, { ...all, filters: storeOptionFilters(request.query) });
      return { shipping_options: rows.map(withPrice) };
    },
  );
};
