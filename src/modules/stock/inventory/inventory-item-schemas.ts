import { Type } from "typebox";
import type { Graph, Row } from "../../../graph/graph.ts";
import type { RequestedSelection } from "../../../graph/selection.ts";
import { listQuery, selectionQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import { anyOf, equalTo, numbers, type QueryFilter, textFilter, where } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, ok, optional, text } from "../../../http/routes.ts";
import { fieldsOfChange, fieldsOfNew, inOrder } from "../../../http/written-fields.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { allLevels, inventoryItemShapes, itemBodyOrder } from "../v1-shapes.ts";
import { inventoryItem, inventoryLevel, itemsMentioning, stockedAtLocations } from "./inventory-graph.ts";
import { itemAtLocations, unknownItem } from "./inventory-item.ts";

const quantity = Type.Integer({ minimum: 0, maximum: MAX_AMOUNT });

export const newItemBody = body({
  // Required: `createInventoryItem` refuses with the error type of v1.
  variant_id: optional(nonEmptyText),
  ...inOrder(fieldsOfNew(inventoryItem), itemBodyOrder),
  metadata: optional(metadata),
});

export const itemChangesBody = body({
  ...inOrder(fieldsOfChange(inventoryItem), itemBodyOrder),
  requires_shipping: optional(Type.Boolean()),
});

const reason = optional(
  Type.String({ maxLength: 200, description: "Why, for the history of the stock. v1 does not have it." }),
);

export const newLevelBody = body({
  location_id: nonEmptyText,
  stocked_quantity: quantity,
  incoming_quantity: optional(quantity),
  reason,
});

export const levelChangesBody = body({
  stocked_quantity: optional(quantity),
  incoming_quantity: optional(quantity),
  reason,
});

export const updatedItem = { entity: inventoryItem, ...inventoryItemShapes.updated };
export const storedItem = { entity: inventoryItem, ...inventoryItemShapes.stored };
export const adminItem = { entity: inventoryItem, ...inventoryItemShapes.one };

const text_ = () => textFilter({ comparisons: false });

const search: QueryFilter = {
  schema: Type.String({
    description:
      "Searches SKUs, titles and descriptions, and the titles of variants and products that need the item. Finds several words in any order.",
  }),
  toFilters: (words) => (words === "" ? [] : [itemsMentioning(words as string)]),
};

export const adminItems = listQuery({
  view: { entity: inventoryItem, ...inventoryItemShapes.listed },
  limit: 20,
  filters: {
    q: search,
    id: text_(),
    location_id: where(stockedAtLocations, { either: true }),
    sku: text_(),
    origin_country: text_(),
    mid_code: text_(),
    material: text_(),
    hs_code: textFilter(),
    weight: numbers(),
    length: numbers(),
    height: numbers(),
    width: numbers(),
    requires_shipping: equalTo("boolean"),
  },
});

interface ItemsQuery extends RequestedSelection {
  location_id?: string | string[];
}

/** With `location_id`, levels and sums are those of these locations. */
export async function readItems(graph: Graph, query: ItemsQuery, config: { maxLimit: number }) {
  const { rows, ...paging } = await adminItems.read(graph, withLevels(query), config);
  return { inventory_items: rows.map((item) => atRequestedLocations(item, query)), ...paging };
}

/** The sums are computed from the levels. */
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
  const hasLevels = expand === undefined || /(^|,)\s*location_levels\b/.test(expand);
  return hasLevels ? { ...rest, location_levels } : rest;
}

const levelsOfItem = {
  entity: inventoryLevel,
  fields: [
    "id",
    "inventory_item_id",
    "location_id",
    "stocked_quantity",
    "reserved_quantity",
    "incoming_quantity",
    "metadata",
    "created_at",
    "updated_at",
  ],
};

const atLocations = anyOf({ either: true });

export const levelsQuery = Type.Object(
  { location_id: optional(atLocations.schema), ...selectionQuery.properties },
  { additionalProperties: false },
);

interface LevelsQuery extends RequestedSelection {
  location_id?: unknown;
}

/** Refuses an unknown item. An item with levels exists, so the item is read only if there are none. */
export async function readLevels(graph: Graph, itemId: string, { location_id, ...selection }: LevelsQuery) {
  const filters = [
    { kind: "equals" as const, column: "inventory_item_id", value: itemId },
    ...(location_id === undefined ? [] : atLocations.toFilters(location_id, "location_id")),
  ];
  const { rows } = await graph.list(levelsOfItem, { ...allLevels, limit: MAX_AMOUNT, ...selection, filters });
  if (rows.length === 0 && !(await graph.find(updatedItem, itemId, { fields: "id" })))
    throw unknownItem(itemId);
  return { inventory_item: { id: itemId, location_levels: rows } };
}

export const levelsAnswer = ok({
  inventory_item: Type.Object({
    id: text,
    location_levels: Type.Array(shown("AdminInventoryLevel", levelsOfItem)),
  }),
});
