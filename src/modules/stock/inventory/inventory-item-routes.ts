import type { Graph } from "../../../graph/graph.ts";
import type { RequestedSelection, View } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { deletedBody, ok, page, path, type Routes } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { unknownItem } from "./inventory-item.ts";
import {
  createInventoryItem,
  createInventoryLevel,
  deleteInventoryItem,
  deleteInventoryLevel,
  updateInventoryItem,
  updateInventoryLevel,
} from "./inventory-item-changes.ts";
import {
  adminItem,
  adminItems,
  itemChangesBody,
  levelChangesBody,
  levelsAnswer,
  levelsQuery,
  newItemBody,
  newLevelBody,
  readItems,
  readLevels,
  storedItem,
  updatedItem,
} from "./inventory-item-schemas.ts";

const tags = ["Inventory Items"];
const answer = {
  tags,
  querystring: selectionFrom(updatedItem),
  response: ok({ inventory_item: shown("AdminUpdatedInventoryItem", updatedItem) }),
};
const storedAnswer = ok({ inventory_item: shown("AdminStoredInventoryItem", storedItem) });
const one = { ...answer, params: path("id") };

const itemReader =
  (graph: Graph) =>
  async (as: View, id: string, selection: RequestedSelection = {}) => {
    const item = await graph.find(as, id, selection);
    if (!item) throw unknownItem(id);
    return { inventory_item: item };
  };

export const inventoryItemRoutes: Routes = (app, { config, db, graph }) => {
  const readItem = itemReader(graph);

  app.get(
    "/admin/inventory-items",
    {
      schema: {
        tags,
        summary: "List inventory items",
        description: "With `location_id`, levels and sums are those of these locations.",
        querystring: adminItems.querystring,
        response: page("inventory_items", shown("AdminListedInventoryItem", adminItems.view)),
      },
    },
    (request) => readItems(graph, request.query, config),
  );

  app.post(
    "/admin/inventory-items",
    {
      schema: {
        ...answer,
        summary: "Create an inventory item",
        body: newItemBody,
        response: storedAnswer,
      },
    },
    async (request) => readItem(storedItem, await createInventoryItem({ db }, request.body), request.query),
  );

  app.get(
    "/admin/inventory-items/:id",
    {
      schema: {
        ...one,
        summary: "Get an inventory item",
        response: ok({ inventory_item: shown("AdminInventoryItem", adminItem) }),
      },
    },
    (request) => readItem(adminItem, request.params.id, request.query),
  );

  app.post(
    "/admin/inventory-items/:id",
    { schema: { ...one, summary: "Update an inventory item", body: itemChangesBody } },
    async (request) => {
      await updateInventoryItem({ db }, request.params.id, request.body);
      return readItem(updatedItem, request.params.id, request.query);
    },
  );

  app.delete(
    "/admin/inventory-items/:id",
    {
      schema: {
        ...one,
        summary: "Delete an inventory item",
        description: "Also deletes its levels, its reservations and its links to variants.",
        querystring: noQuery,
        response: deletedBody,
      },
    },
    async (request) => {
      await deleteInventoryItem({ db }, request.params.id);
      return { id: request.params.id, object: "inventory_item", deleted: true };
    },
  );
};

const level = { ...answer, params: path("id", "location_id") };

export const inventoryLevelRoutes: Routes = (app, { db, graph }) => {
  const readItem = itemReader(graph);

  app.get(
    "/admin/inventory-items/:id/location-levels",
    {
      schema: {
        tags,
        summary: "List the levels of an inventory item",
        params: path("id"),
        querystring: levelsQuery,
        response: levelsAnswer,
      },
    },
    (request) => readLevels(graph, request.params.id, request.query),
  );

  app.post(
    "/admin/inventory-items/:id/location-levels",
    {
      schema: {
        ...answer,
        summary: "Create a level of an inventory item",
        params: path("id"),
        querystring: selectionFrom(updatedItem),
        body: newLevelBody,
      },
    },
    async (request) => {
      await createInventoryLevel({ db }, request.params.id, request.body);
      return readItem(updatedItem, request.params.id, request.query);
    },
  );

  app.post(
    "/admin/inventory-items/:id/location-levels/:location_id",
    {
      schema: {
        ...level,
        summary: "Update a level of an inventory item",
        querystring: selectionFrom(updatedItem),
        body: levelChangesBody,
      },
    },
    async (request) => {
      const { id, location_id } = request.params;
      await updateInventoryLevel({ db }, { itemId: id, locationId: location_id }, request.body);
      return readItem(updatedItem, id, request.query);
    },
  );

  app.delete(
    "/admin/inventory-items/:id/location-levels/:location_id",
    {
      schema: {
        ...level,
        summary: "Delete a level of an inventory item",
        querystring: noQuery,
        response: storedAnswer,
      },
    },
    async (request) => {
      const { id, location_id } = request.params;
      await deleteInventoryLevel({ db }, { itemId: id, locationId: location_id });
      return readItem(storedItem, id);
    },
  );
};
