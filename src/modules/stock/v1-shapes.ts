// Answers of v1 that differ from the others of these modules. Each entry names the operation and what v1 does there.

const itemFields = [
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

export const inventoryItemShapes = {
  /** `GET /admin/inventory-items/{id}`: the item with the sums over its levels, and the levels. */
  one: { fields: [...itemFields, "stocked_quantity", "reserved_quantity"], relations: ["location_levels"] },
  /** `GET /admin/inventory-items`: also the variants. */
  listed: {
    fields: [...itemFields, "stocked_quantity", "reserved_quantity"],
    relations: ["location_levels", "variants.product"],
  },
  /** After an update of the item or of a level: without sums and levels. */
  updated: { fields: itemFields },
  /** After the creation of an item and the deletion of a level: the same with `deleted_at`. */
  stored: { fields: [...itemFields, "deleted_at"] },
};

/** `GET /admin/inventory-items/{id}/location-levels` returns all levels, without paging, in an item that has no other field than its id. */
export const allLevels = { offset: 0, order: "created_at" };

/** `GET /admin/reservations` leaves out `created_by`, `external_id` and `deleted_at`; the other operations return them. */
export const listedReservationFields = [
  "id",
  "location_id",
  "inventory_item_id",
  "quantity",
  "line_item_id",
  "description",
  "metadata",
  "created_at",
  "updated_at",
];

/** `GET /admin/reservations?expand=line_item` also returns the order of the line; dashboards rely on it. */
export const withOrderOfLine = <Query extends { expand?: string }>(query: Query): Query =>
  query.expand?.split(",").some((name) => name.trim() === "line_item")
    ? { ...query, expand: `${query.expand},line_item.order` }
    : query;

/** The order of the properties in v1's bodies of inventory items. Other properties follow. */
export const itemBodyOrder = [
  ...["sku", "hs_code", "weight", "length", "height", "width", "origin_country", "mid_code", "material"],
  ...["title", "description"],
];
