import type { Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { unknownLocation } from "./stock-location.ts";
import {
  adminLocation,
  adminLocations,
  carriedAnswer,
  locationChangesBody,
  newLocationBody,
} from "./stock-location-schemas.ts";
import { carryOverToLocation } from "./use-cases/carry-over-to-location.ts";
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

  app.post(
    "/admin/stock-locations/:id/carry-over-stock",
    {
      schema: {
        ...one,
        summary: "Carry the quantities of variants over to a stock location",
        description:
          "Until a shop has a location, variants count their pieces themselves; from then on the levels count. This makes levels of what the variants have: one for each item that has none anywhere. What is sold and not packed yet is reserved for its orders, so that as much as before can be sold. Where no sales channel sells from the location, all do from now on. Sent again, it does the same for variants that were added since.",
        response: carriedAnswer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const carried_over = await carryOverToLocation({ db }, id);
      return { ...(await shown(id, request.query)), carried_over };
    },
  );

  app.delete(
    "/admin/stock-locations/:id",
    {
      schema: {
        ...one,
        summary: "Delete a stock location",
        description:
          "Its stock levels, its reservations and its links to sales channels go with it. In a shop without locations the quantities of the variants count again; those that lay here have none.",
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
