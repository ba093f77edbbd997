import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import {
  adminRegion,
  countryBody,
  fulfillmentOptionsAnswer,
  providerBody,
  regionAnswer,
} from "./region-schemas.ts";
import { addRegionCountry, removeRegionCountry } from "./use-cases/change-region-countries.ts";
import { addRegionProvider, removeRegionProvider } from "./use-cases/change-region-providers.ts";
import { listFulfillmentOptions } from "./use-cases/list-fulfillment-options.ts";

const shared = { tags: ["Regions"], querystring: selectionFrom(adminRegion), response: regionAnswer };

/** The countries and providers of a region. */
export const regionPartsRoutes: Routes = (app, { db, graph, providers }) => {
  const shown = async (id: string, wanted: Wanted) => ({
    region: found(await graph.find(adminRegion, id, wanted), "Region", id),
  });

  app.post(
    "/admin/regions/:id/countries",
    { schema: { ...shared, summary: "Add a country to a region", params: path("id"), body: countryBody } },
    async (request) => {
      const { id } = request.params;
      await addRegionCountry({ db }, { regionId: id, countryCode: request.body.country_code });
      return shown(id, request.query);
    },
  );

  app.delete(
    "/admin/regions/:id/countries/:country_code",
    { schema: { ...shared, summary: "Remove a country from a region", params: path("id", "country_code") } },
    async (request) => {
      const { id, country_code } = request.params;
      await removeRegionCountry({ db }, { regionId: id, countryCode: country_code });
      return shown(id, request.query);
    },
  );

  for (const kind of ["payment", "fulfillment"] as const) {
    app.post(
      `/admin/regions/:id/${kind}-providers`,
      {
        schema: {
          ...shared,
          summary: `Add a ${kind} provider to a region`,
          params: path("id"),
          body: providerBody,
        },
      },
      async (request) => {
        const { id } = request.params;
        await addRegionProvider({ db }, { regionId: id, kind, providerId: request.body.provider_id });
        return shown(id, request.query);
      },
    );

    app.delete(
      `/admin/regions/:id/${kind}-providers/:provider_id`,
      {
        schema: {
          ...shared,
          summary: `Remove a ${kind} provider from a region`,
          params: path("id", "provider_id"),
        },
      },
      async (request) => {
        const { id, provider_id } = request.params;
        await removeRegionProvider({ db }, { regionId: id, kind, providerId: provider_id });
        return shown(id, request.query);
      },
    );
  }

  app.get(
    "/admin/regions/:id/fulfillment-options",
    {
      schema: {
        ...shared,
        summary: "List what shipping options of a region can be made from",
        querystring: noQuery,
        params: path("id"),
        response: fulfillmentOptionsAnswer,
      },
    },
    async (request) => ({
      fulfillment_options: await listFulfillmentOptions({ db, providers }, request.params.id),
    }),
  );
};
