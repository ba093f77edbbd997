import type { Graph } from "../../../graph/graph.ts";
import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { effectiveParameters } from "../v1-shapes.ts";
import { regionNotFound } from "./region.ts";
import { createRegion, deleteRegion, updateRegion } from "./region-changes.ts";
import {
  adminRegion,
  adminRegions,
  newRegionBody,
  regionChangesBody,
  regionResponseSchema,
  storeRegion,
  storeRegions,
} from "./region-schemas.ts";

const tags = ["Regions"];
const regionById = { tags, params: path("id"), response: regionResponseSchema };

export const regionRoutes: Routes = (app, { config, db, graph, catalogue }) => {
  const regionResponse = async (
    id: string,
    {
      regionView = adminRegion,
      source = graph,
      ...selection
    }: RequestedSelection & { regionView?: typeof adminRegion; source?: Graph } = {},
  ) => {
    const region = await source.find(regionView, id, selection);
    if (!region) throw regionNotFound(id);
    return { region };
  };

  app.get(
    "/admin/regions",
    {
      schema: {
        tags,
        summary: "List regions",
        querystring: adminRegions.querystring,
        response: page("regions", shown("RegionWithCountries", adminRegion)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminRegions.read(graph, request.query, config);
      return { regions: rows, ...paging };
    },
  );

  app.post(
    "/admin/regions",
    {
      schema: {
        tags,
        summary: "Create a region",
        querystring: selectionFrom(adminRegion),
        body: newRegionBody,
        response: regionResponseSchema,
      },
    },
    async (request) => regionResponse(await createRegion({ db }, request.body), request.query),
  );

  app.get(
    "/admin/regions/:id",
    { schema: { ...regionById, summary: "Get a region", querystring: selectionQuery } },
    (request) => regionResponse(request.params.id, request.query),
  );

  app.post(
    "/admin/regions/:id",
    {
      schema: {
        ...regionById,
        summary: "Update a region",
        querystring: selectionFrom(adminRegion),
        body: regionChangesBody,
      },
    },
    async (request) => {
      await updateRegion({ db }, request.params.id, request.body);
      return regionResponse(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/regions/:id",
    { schema: { ...regionById, summary: "Delete a region", querystring: noQuery, response: deletedBody } },
    async (request) => {
      await deleteRegion({ db }, request.params.id);
      return { id: request.params.id, object: "region", deleted: true };
    },
  );

  app.get(
    "/store/regions",
    {
      schema: {
        tags,
        summary: "List regions",
        querystring: storeRegions.querystring,
        response: page("regions", shown("RegionWithCountries", adminRegion)),
      },
    },
    async (request) => {
      const { rows, ...paging } = await storeRegions.read(catalogue.graph, request.query, config);
      return { regions: rows, ...paging };
    },
  );

  app.get(
    "/store/regions/:id",
    {
      schema: {
        ...regionById,
        summary: "Get a region",
        description:
          "As in v1 it accepts the parameters of the list; only `fields` and `expand` have an effect.",
        querystring: storeRegions.querystring,
      },
    },
    (request) =>
      regionResponse(request.params.id, {
        ...effectiveParameters(request.query),
        regionView: storeRegion,
        source: catalogue.graph,
      }),
  );
};
