import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { ok, path, type Routes } from "../../../http/routes.ts";
import { findAdminVariant, findInventoryOfVariant, listAdminVariants } from "./admin-variants-graph.ts";
import {
  adminVariant,
  adminVariants,
  inventoryOfVariant,
  variantsResponseSchema,
} from "./variant-schemas.ts";

const tags = ["Product Variants"];

export const variantRoutes: Routes = (app, { config, graph, providers }) => {
  app.get(
    "/admin/variants",
    {
      schema: {
        tags,
        summary: "List variants",
        querystring: adminVariants.querystring,
        response: variantsResponseSchema,
      },
    },
    (request) => listAdminVariants({ graph, config, providers }, request.query),
  );

  app.get(
    "/admin/variants/:id",
    {
      schema: {
        tags,
        summary: "Get a variant",
        querystring: selectionQuery,
        params: path("id"),
        response: ok({ variant: shown("AdminVariant", adminVariant) }),
      },
    },
    async (request) => ({ variant: await findAdminVariant(graph, request.params.id, request.query) }),
  );

  app.get(
    "/admin/variants/:id/inventory",
    {
      schema: {
        tags,
        summary: "Get the inventory of a variant",
        querystring: noQuery,
        params: path("id"),
        response: ok({ variant: shown("AdminVariantInventory", inventoryOfVariant) }),
      },
    },
    async (request) => ({ variant: await findInventoryOfVariant(graph, request.params.id) }),
  );
};
