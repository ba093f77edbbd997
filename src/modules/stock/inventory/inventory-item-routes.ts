import type { Row } from "../../../graph/graph.ts";
import type { View, Wanted } from "../../../graph/selection.ts";
import { noQuery } from "../../../http/list-query.ts";
import { deletedBody, ok, page, path, type Routes, view } from "../../../http/routes.ts";
import { selectionFrom } from "../../../http/selection-check.ts";
import { itemAtLocations, unknownItem } from "./inventory-item.ts";
import { createInventoryItem, deleteInventoryItem, updateInventoryItem } from "./inventory-item-changes.ts";
import {
  adminItem,
  adminItems,
  changedItem,
  itemChangesBody,
  newItemBody,
  wholeItem,
} from "./inventory-item-schemas.ts";

const tags = ["Inventory Items"];
const answer = {
  tags,
  querystring: selectionFrom(changedItem),
  response: ok({ inventory_item: view("inventory_item") }),
};
const one = { ...answer, params: path("id") };

interface ItemsQuery extends Wanted {
  location_id?: string | string[];
}

/** With a filter by location, the sums are those of the location, so the levels are needed. */
const withLevels = (query: ItemsQuery): ItemsQuery =>
  query.location_id === undefined || query.expand === undefined
    ? query
    : { ...query, expand: `${query.expand},location_levels` };

function atRequestedLocations(item: Row, { location_id, expand }: ItemsQuery): Row {
  if (location_id === undefined) return item;
  const { location_levels, ...rest } = itemAtLocations(
    item,
    [location_id].flat().flatMap((id) => id.split(",")),
  );
  const isAsked = expand === undefined || /(^|,)\s*location_levels\b/.test(expand);
  return isAsked ? { ...rest, location_levels } : rest;
}

export const inventoryItemRoutes: Routes = (app, { config, db, graph }) => {
  const shown = async (as: View, id: string, selection: Wanted) => {
    const item = await graph.find(as, id, selection);
    if (!item) throw unknownItem(id);
    return { inventory_item: item };
  };

  app.get(
    "/admin/inventory-items",
    {
      schema: {
        tags,
        summary: "List inventory items",
        description: "With `location_id`, levels and sums are those of these locations.",
        querystring: adminItems.querystring,
        response: page("inventory_items", "inventory_item"),
      },
    },
    async (request) => {
      const query = request.query as ItemsQuery;
      const { rows, ...paging } = await adminItems.read(graph, withLevels(query), config);
      return { inventory_items: rows.map((item) => atRequestedLocations(item, query)), ...paging };
    },
  );

  app.post(
    "/admin/inventory-items",
    { schema: { ...answer, summary: "Create an inventory item", body: newItemBody } },
    async (request) => shown(wholeItem, await createInventoryItem({ db }, request.body), request.query),
  );

  app.get("/admin/inventory-items/:id", { schema: { ...one, summary: "Get an inventory item" } }, (request) =>
    shown(adminItem, request.params.id, request.query),
  );

  app.post(
    "/admin/inventory-items/:id",
    { schema: { ...one, summary: "Update an inventory item", body: itemChangesBody } },
    async (request) => {
      await updateInventoryItem({ db }, request.params.id, request.body);
      return shown(changedItem, request.params.id, request.query);
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
