import type { View, Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { ok, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { unknownItem } from "./inventory-item.ts";
import {
  atLocations,
  changedItem,
  levelChangesBody,
  levelsAnswer,
  levelsOfItem,
  levelsQuery,
  newLevelBody,
  wholeItem,
} from "./inventory-item-schemas.ts";
import {
  createInventoryLevel,
  deleteInventoryLevel,
  updateInventoryLevel,
} from "./inventory-level-changes.ts";

const tags = ["Inventory Items"];
const answer = { tags, response: ok({ inventory_item: view("inventory_item") }) };
const level = { ...answer, params: path("id", "location_id") };

/** An item has as many levels as there are locations, and they are not paged. */
const ALL = { limit: 2_147_483_647, offset: 0, order: "created_at" };

export const inventoryLevelRoutes: Routes = (app, { db, graph }) => {
  const shown = async (as: View, id: string, selection: Wanted = {}) => {
    const item = await graph.find(as, id, selection);
    if (!item) throw unknownItem(id);
    return { inventory_item: item };
  };

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
    async (request) => {
      const { id } = request.params;
      const { location_id, ...selection } = request.query;
      const filters = [
        { kind: "equals" as const, column: "inventory_item_id", value: id },
        ...(location_id === undefined ? [] : atLocations.toFilters(location_id, "location_id")),
      ];
      const { rows } = await graph.list(levelsOfItem, { ...ALL, ...selection, filters });
      // An item with levels exists, so the item is read only if there are none.
      if (rows.length === 0) await shown(changedItem, id, { fields: "id" });
      return { inventory_item: { id, location_levels: rows } };
    },
  );

  app.post(
    "/admin/inventory-items/:id/location-levels",
    {
      schema: {
        ...answer,
        summary: "Create a level of an inventory item",
        params: path("id"),
        querystring: selectionFrom(changedItem),
        body: newLevelBody,
      },
    },
    async (request) => {
      await createInventoryLevel({ db }, request.params.id, request.body);
      return shown(changedItem, request.params.id, request.query);
    },
  );

  app.post(
    "/admin/inventory-items/:id/location-levels/:location_id",
    {
      schema: {
        ...level,
        summary: "Update a level of an inventory item",
        querystring: selectionFrom(changedItem),
        body: levelChangesBody,
      },
    },
    async (request) => {
      const { id, location_id } = request.params;
      await updateInventoryLevel({ db }, { itemId: id, locationId: location_id }, request.body);
      return shown(changedItem, id, request.query);
    },
  );

  app.delete(
    "/admin/inventory-items/:id/location-levels/:location_id",
    { schema: { ...level, summary: "Delete a level of an inventory item", querystring: noQuery } },
    async (request) => {
      const { id, location_id } = request.params;
      await deleteInventoryLevel({ db }, { itemId: id, locationId: location_id });
      return shown(wholeItem, id);
    },
  );
};
