import type { Graph } from "../../../graph/graph.ts";
import type { Wanted } from "../../../graph/selection.ts";
import { noQuery, selectionQuery } from "../../../http/list-query.ts";
import { deletedBody, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { unknownRegion } from "./region.ts";
import {
  adminRegion,
  adminRegions,
  newRegionBody,
  regionAnswer,
  regionChangesBody,
  storeRegion,
  storeRegions,
} from "./region-schemas.ts";
import { createRegion } from "./use-cases/create-region.ts";
import { deleteRegion } from "./use-cases/delete-region.ts";
import { updateRegion } from "./use-cases/update-region.ts";

const tags = ["Regions"];
const one = { tags, params: path("id"), response: regionAnswer };

export const regionRoutes: Routes = (app, { config, db, graph, catalogue }) => {
  const shown = async (
    id: string,
    { as = adminRegion, from = graph, ...wanted }: Wanted & { as?: typeof adminRegion; from?: Graph } = {},
  ) => {
    const region = await from.find(as, id, wanted);
    if (!region) throw unknownRegion(id);
    return { region };
  };

  app.get(
    "/admin/regions",
    {
      schema: {
        tags,
        summary: "List regions",
        querystring: adminRegions.querystring,
        response: page("regions", "region"),
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
        response: regionAnswer,
      },
    },
    async (request) => shown(await createRegion({ db }, request.body), request.query),
  );

  app.get(
    "/admin/regions/:id",
    { schema: { ...one, summary: "Get a region", querystring: selectionQuery } },
    (request) => shown(request.params.id, request.query),
  );

  app.post(
    "/admin/regions/:id",
    {
      schema: {
        ...one,
        summary: "Update a region",
        querystring: selectionFrom(adminRegion),
        body: regionChangesBody,
      },
    },
    async (request) => {
      await updateRegion({ db }, request.params.id, request.body);
      return shown(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/regions/:id",
    { schema: { ...one, summary: "Delete a region", querystring: noQuery, response: deletedBody } },
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
        response: page("regions", "region"),
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
        ...one,
        summary: "Get a region",
        description:
          "As in v1 it takes the parameters of the list; only `fields` and `expand` have an effect.",
        querystring: storeRegions.querystring,
      },
    },
    (request) => {
      const { fields, expand } = request.query as Wanted;
      return shown(request.params.id, { fields, expand, as: storeRegion, from: catalogue.graph });
    },
  );
};
