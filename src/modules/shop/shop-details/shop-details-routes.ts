import { noQuery } from "../../../http/list-query.ts";
import type { Routes } from "../../../http/routes.ts";
import { showShopDetails, updateShopDetails } from "./shop-details-changes.ts";
import { shopDetailsAnswer, shopDetailsBody } from "./shop-details-schemas.ts";

const tags = ["Store"];

export const shopDetailsRoutes: Routes = (app, { db, providers }) => {
  const deps = () => ({ db, files: providers.activeFiles });

  app.get(
    "/admin/shop-details",
    {
      // Who packs parcels prints the name of the shop, without a right to its settings.
      config: { permission: "orders:read" },
      schema: {
        tags,
        summary: "Get what the shop prints about itself",
        querystring: noQuery,
        response: shopDetailsAnswer,
      },
    },
    async () => ({ shop_details: await showShopDetails(deps()) }),
  );

  app.post(
    "/admin/shop-details",
    {
      schema: {
        tags,
        summary: "Update what the shop prints about itself",
        querystring: noQuery,
        body: shopDetailsBody,
        response: shopDetailsAnswer,
      },
    },
    async ({ body }) => {
      await updateShopDetails(deps(), body);
      return { shop_details: await showShopDetails(deps()) };
    },
  );
};
