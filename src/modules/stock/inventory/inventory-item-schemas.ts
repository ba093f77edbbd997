import { Type } from "typebox";
import { listQuery } from "../../../http/list-query.ts";
import { anyOf, equalTo, numbers, textFilter, where } from "../../../http/query-filters.ts";
import { body, metadata, nonEmptyText, ok, optional, text, view } from "../../../http/routes.ts";
import { inventoryItem, inventoryLevel, stockedAtLocations } from "./inventory-graph.ts";

const MAX_INT = 2_147_483_647;

const detail = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 1000 }));
const longText = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 100_000 }));
const sku = optional(Type.Unsafe<string | null>({ type: ["string", "null"], maxLength: 255 }));
const measure = optional(
  Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 0, maximum: MAX_INT }),
);
const quantity = Type.Integer({ minimum: 0, maximum: MAX_INT });

const details = {
  sku,
  hs_code: detail,
  weight: measure,
  length: measure,
  height: measure,
  width: measure,
  origin_country: detail,
  mid_code: detail,
  material: detail,
  title: detail,
  description: longText,
  thumbnail: longText,
};

export const newItemBody = body({
  // Required: `createInventoryItem` refuses with the error type of v1.
  variant_id: optional(nonEmptyText),
  ...details,
  metadata: optional(metadata),
});

export const itemChangesBody = body({ ...details, requires_shipping: optional(Type.Boolean()) });

export const newLevelBody = body({
  location_id: nonEmptyText,
  stocked_quantity: quantity,
  incoming_quantity: optional(quantity),
});

export const levelChangesBody = body({
  stocked_quantity: optional(quantity),
  incoming_quantity: optional(quantity),
});

const fields = [
  "id",
  "sku",
  "title",
  "description",
  "thumbnail",
  "origin_country",
  "hs_code",
  "requires_shipping",
  "mid_code",
  "material",
  "weight",
  "length",
  "height",
  "width",
  "metadata",
  "created_at",
  "updated_at",
];
const sums = ["stocked_quantity", "reserved_quantity"];

/** The view after an update. */
export const changedItem = { entity: inventoryItem, fields };

/** The view after the creation of an item and the deletion of a level. */
export const wholeItem = { entity: inventoryItem, fields: [...fields, "deleted_at"] };

export const adminItem = {
  entity: inventoryItem,
  fields: [...fields, ...sums],
  relations: ["location_levels"],
};

const text_ = () => textFilter({ comparisons: false });

export const adminItems = listQuery({
  view: { ...adminItem, relations: ["location_levels", "variants.product"] },
  limit: 20,
  search: ["sku", "title", "description"],
  keepsFilters: true,
  filters: {
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

export const levelsOfItem = {
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

export const atLocations = anyOf({ either: true });

export const levelsQuery = Type.Object(
  {
    location_id: optional(atLocations.schema),
    fields: optional(text),
    expand: optional(text),
  },
  { additionalProperties: false },
);

export const levelsAnswer = ok({
  inventory_item: Type.Object({ id: text, location_levels: Type.Array(view("inventory_level")) }),
});
