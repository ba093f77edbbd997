import type { Wanted } from "../../graph/selection.ts";
import { noQuery } from "../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../http/routes.ts";
import { selectionFrom } from "../../http/selection-check.ts";
import { unknownLocation } from "./stock-location.ts";
import {
  adminLocation,
  adminLocations,
  locationChangesBody,
  newLocationBody,
} from "./stock-location-schemas.ts";
import { createStockLocation } from "./use-cases/create-stock-location.ts";
import { deleteStockLocation } from "./use-cases/delete-stock-location.ts";
import { updateStockLocation } from "./use-cases/update-stock-location.ts";

const tags = ["Stock Locations"];
const answer = {
  tags,
  querystring: selectionFrom(adminLocation),
  response: ok({ stock_location: view("stock_location") }),
};
const one = { ...answer, params: path("id") };

export const stockLocationRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (id: string, wanted: Wanted) => {
    const location = await graph.find(adminLocation, id, wanted);
    if (!location) throw unknownLocation(id);
    return { stock_location: location };
  };

  app.get(
    "/admin/stock-locations",
    {
      schema: {
        tags,
        summary: "List stock locations",
        querystring: adminLocations.querystring,
        response: page("stock_locations", "stock_location"),
      },
    },
    async (request) => {
      const { rows, ...paging } = await adminLocations.read(graph, request.query, config);
      return { stock_locations: rows, ...paging };
    },
  );

  app.post(
    "/admin/stock-locations",
    { schema: { ...answer, summary: "Create a stock location", body: newLocationBody } },
    async (request) => {
      return shown(await createStockLocation({ db }, request.body), request.query);
    },
  );

  app.get("/admin/stock-locations/:id", { schema: { ...one, summary: "Get a stock location" } }, (request) =>
    shown(request.params.id, request.query),
  );

  app.post(
    "/admin/stock-locations/:id",
    { schema: { ...one, summary: "Update a stock location", body: locationChangesBody } },
    async (request) => {
      await updateStockLocation({ db }, request.params.id, request.body);
      return shown(request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/stock-locations/:id",
    {
      schema: {
        ...one,
        summary: "Delete a stock location",
        description: "Its stock levels, its reservations and its links to sales channels go with it.",
        querystring: noQuery,
        response: deletedBody,
      },
    },
    async (request) => {
      await deleteStockLocation({ db }, request.params.id);
      return { id: request.params.id, object: "stock_location", deleted: true };
    },
  );
};
