import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { found, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import {
  addRegionCountry,
  addRegionProvider,
  removeRegionCountry,
  removeRegionProvider,
} from "./region-changes.ts";
import {
  adminRegion,
  countryBody,
  fulfillmentOptionsSchema,
  providerBody,
  regionResponseSchema,
} from "./region-schemas.ts";
import { listFulfillmentOptions } from "./use-cases/list-fulfillment-options.ts";

const regionRoute = {
  tags: ["Regions"],
  querystring: selectionFrom(adminRegion),
  response: regionResponseSchema,
};

/** The countries and providers of a region. */
export const regionAssignmentRoutes: Routes = (app, { db, graph, providers }) => {
  const regionResponse = async (id: string, selection: RequestedSelection) => ({
    region: found(await graph.find(adminRegion, id, selection), "Region", id),
  });

  app.post(
    "/admin/regions/:id/countries",
    {
      schema: { ...regionRoute, summary: "Add a country to a region", params: path("id"), body: countryBody },
    },
    async (request) => {
      const { id } = request.params;
      await addRegionCountry({ db }, { regionId: id, countryCode: request.body.country_code });
      return regionResponse(id, request.query);
    },
  );

  app.delete(
    "/admin/regions/:id/countries/:country_code",
    {
      schema: {
        ...regionRoute,
        summary: "Remove a country from a region",
        params: path("id", "country_code"),
      },
    },
    async (request) => {
      const { id, country_code } = request.params;
      await removeRegionCountry({ db }, { regionId: id, countryCode: country_code });
      return regionResponse(id, request.query);
    },
  );

  for (const kind of ["payment", "fulfillment"] as const) {
    app.post(
      `/admin/regions/:id/${kind}-providers`,
      {
        schema: {
          ...regionRoute,
          summary: `Add a ${kind} provider to a region`,
          params: path("id"),
          body: providerBody,
        },
      },
      async (request) => {
        const { id } = request.params;
        await addRegionProvider({ db }, { regionId: id, kind, providerId: request.body.provider_id });
        return regionResponse(id, request.query);
      },
    );

    app.delete(
      `/admin/regions/:id/${kind}-providers/:provider_id`,
      {
        schema: {
          ...regionRoute,
          summary: `Remove a ${kind} provider from a region`,
          params: path("id", "provider_id"),
        },
      },
      async (request) => {
        const { id, provider_id } = request.params;
        await removeRegionProvider({ db }, { regionId: id, kind, providerId: provider_id });
        return regionResponse(id, request.query);
      },
    );
  }

  app.get(
    "/admin/regions/:id/fulfillment-options",
    {
      schema: {
        ...regionRoute,
        summary: "List the carrier services that shipping options of a region can use",
        querystring: noQuery,
        params: path("id"),
        response: fulfillmentOptionsSchema,
      },
    },
    async (request) => ({
      fulfillment_options: await listFulfillmentOptions({ db, providers }, request.params.id),
    }),
  );
};
