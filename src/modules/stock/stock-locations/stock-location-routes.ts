import type { RequestedSelection } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { unknownLocation } from "./stock-location.ts";
import {
  carryOverToLocation,
  createStockLocation,
  deleteStockLocation,
  updateStockLocation,
} from "./stock-location-changes.ts";
import {
  adminLocation,
  adminLocations,
  carriedAnswer,
  locationChangesBody,
  newLocationBody,
} from "./stock-location-schemas.ts";

const tags = ["Stock Locations"];
const answer = {
  tags,
  querystring: selectionFrom(adminLocation),
  response: ok({ stock_location: shown("AdminStockLocation", adminLocation) }),
};
const one = { ...answer, params: path("id") };

export const stockLocationRoutes: Routes = (app, { config, db, graph }) => {
  const readLocation = async (id: string, selection: RequestedSelection) => {
    const location = await graph.find(adminLocation, id, selection);
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
        response: page("stock_locations", shown("AdminStockLocation", adminLocation)),
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
    async (request) => readLocation(await createStockLocation({ db }, request.body), request.query),
  );

  app.get("/admin/stock-locations/:id", { schema: { ...one, summary: "Get a stock location" } }, (request) =>
    readLocation(request.params.id, request.query),
  );

  app.post(
    "/admin/stock-locations/:id",
    { schema: { ...one, summary: "Update a stock location", body: locationChangesBody } },
    async (request) => {
      await updateStockLocation({ db }, request.params.id, request.body);
      return readLocation(request.params.id, request.query);
    },
  );

  app.post(
    "/admin/stock-locations/:id/carry-over-stock",
    {
      schema: {
        ...one,
        summary: "Carry the quantities of variants over to a stock location",
        description:
          "Without a location, the stock of a variant is its own quantity; with one, it is the levels of its inventory items. This creates a level from the quantity of each variant whose items have no level. Sold pieces that are not packed yet are reserved for their orders, so the available stock stays the same. If no sales channel sells from the location, all do from now on. Repeating it handles variants that were added since.",
        response: carriedAnswer,
      },
    },
    async (request) => {
      const { id } = request.params;
      const carried_over = await carryOverToLocation({ db }, id);
      return { ...(await readLocation(id, request.query)), carried_over };
    },
  );

  app.delete(
    "/admin/stock-locations/:id",
    {
      schema: {
        ...one,
        summary: "Delete a stock location",
        description:
          "Also deletes its levels, its reservations and its links to sales channels. After the last location is deleted, the quantities of variants are used again; they are 0 for variants that had levels here.",
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
