import {
  boolean,
  type Column,
  entity,
  integer,
  json,
  many,
  one,
  softDeletedColumns,
  text,
  through,
  writable,
} from "../../../graph/entity.ts";
import { type Condition, containingWords, type Filter, isLike, wordsFilter } from "../../../graph/filter.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";

/** A sum over the levels of an item. */
const overLevels = (column: string, row: string) =>
  `(select coalesce(sum(level.${column}), 0) from inventory_level level
    where level.inventory_item_id = ${row}.id and level.deleted_at is null)`;

/** In a shop without locations the variants that need an item count its pieces themselves. */
const countedByVariants = (row: string) =>
  `(select coalesce(sum(piece.inventory_quantity * greatest(needed.required_quantity, 1)), 0)
    from product_variant_inventory_item needed
    join product_variant piece on piece.id = needed.variant_id and piece.deleted_at is null
    where needed.inventory_item_id = ${row}.id and needed.deleted_at is null)`;

const stockedQuantity: Column<number> = {
  ...integer.required,
  description: "The stock at all locations; without locations, the quantities of the variants.",
  sql: (row) =>
    `case when ${HAS_STOCK_LOCATIONS} then ${overLevels("stocked_quantity", row)} else ${countedByVariants(row)} end`,
};

const reservedQuantity: Column<number> = {
  ...integer.required,
  description: "What of it is reserved.",
  sql: (row) => overLevels("reserved_quantity", row),
};

const detail = writable(text.nullable, { maxLength: 1_000 });
const longText = writable(text.nullable, { maxLength: 100_000 });
const measure = writable(integer.nullable, {});

/** An item as it is stored: what reservations, levels and variants show of it. */
export const storedItem = entity({
  name: "stored_inventory_item",
  table: "inventory_item",
  description: "An inventory item without its quantities.",
  columns: {
    ...softDeletedColumns,
    sku: writable(text.nullable, {}),
    origin_country: detail,
    hs_code: detail,
    mid_code: detail,
    material: detail,
    weight: measure,
    length: measure,
    height: measure,
    width: measure,
    // As in v1, requests that create an item do not send it.
    requires_shipping: { ...boolean.required, initial: true },
    description: longText,
    title: detail,
    thumbnail: longText,
    metadata: json.nullable,
  },
  relations: {
    inventory_levels: many("inventory_level", "inventory_item_id"),
    location_levels: many("inventory_level", "inventory_item_id"),
    variants: {
      ...through("product_variant", "product_variant_inventory_item", "inventory_item_id", "variant_id"),
      only: (link: string) => `${link}."deleted_at" is null`,
    },
  },
});

export const inventoryItem = entity({
  ...storedItem,
  name: "inventory_item",
  table: "inventory_item",
  description: "An item in stock. A variant needs one or more of one or more items.",
  columns: {
    ...storedItem.columns,
    stocked_quantity: stockedQuantity,
    reserved_quantity: reservedQuantity,
  },
});

export const inventoryLevel = entity({
  name: "inventory_level",
  description: "The stock of an item at a location.",
  columns: {
    ...softDeletedColumns,
    inventory_item_id: text.required,
    location_id: text.required,
    stocked_quantity: integer.required,
    reserved_quantity: integer.required,
    incoming_quantity: integer.required,
    metadata: json.nullable,
    available_quantity: {
      ...integer.required,
      description: "Stocked and not reserved.",
      sql: (row) => `(${row}.stocked_quantity - ${row}.reserved_quantity)`,
    },
  },
  relations: {
    inventory_item: one("stored_inventory_item", "inventory_item_id", { nullable: false }),
    location: one("stock_location", "location_id", { nullable: false }),
  },
});

export const reservationItem = entity({
  name: "reservation_item",
  description: "Reserved stock, e.g. for a line of an order.",
  columns: {
    ...softDeletedColumns,
    line_item_id: text.nullable,
    inventory_item_id: text.required,
    location_id: text.required,
    quantity: integer.required,
    external_id: text.nullable,
    description: text.nullable,
    created_by: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    inventory_item: one("stored_inventory_item", "inventory_item_id", { nullable: false }),
    line_item: one("line_item", "line_item_id"),
    location: one("stock_location", "location_id", { nullable: false }),
  },
});

const productVariantInventoryItem = entity({
  name: "product_variant_inventory_item",
  description: "How many of an item a variant needs.",
  columns: {
    ...softDeletedColumns,
    inventory_item_id: text.required,
    variant_id: text.required,
    required_quantity: integer.required,
  },
  relations: {
    variant: one("product_variant", "variant_id", { nullable: false }),
    inventory_item: one("stored_inventory_item", "inventory_item_id", { nullable: false }),
  },
});

/** Items that have a level at one of the locations. */
export const stockedAtLocations: Condition = {
  name: "inventory-item-at-locations",
  sql: (row, parameter) =>
    `exists (select 1 from inventory_level level where level.inventory_item_id = ${row}.id
      and level.location_id = any(${parameter}) and level.deleted_at is null)`,
};

const hasAll = (patterns: readonly string[], columns: readonly string[]) =>
  patterns
    .map((pattern) => `(${columns.map((column) => isLike(column, pattern)).join(" or ")})`)
    .join(" and ");

/**
 * `q`: each word is in the SKU, the title or the description of the item; or in the title or the SKU of a variant that needs it, or the
 * title of its product: an item has no title of its own when it was made with its variant. The text of the product finds it by an index
 * (migrations/0020_search_and_views.sql), the newest 10,000.
 */
export const itemsMentioning = (text: string): Filter =>
  wordsFilter(containingWords(text), {
    name: "inventory-item-mentions",
    sql: (row, patterns) => `((${hasAll(patterns, [`${row}.sku`, `${row}.title`, `${row}.description`])})
      or ${row}.id = any(array(
        select needed.inventory_item_id from tradewind.product_text found
        join product named on named.id = found.product_id and named.deleted_at is null
        join product_variant piece on piece.product_id = named.id and piece.deleted_at is null
        join product_variant_inventory_item needed on needed.variant_id = piece.id and needed.deleted_at is null
        where ${patterns.map((pattern) => `found.words like lower(${pattern})`).join(" and ")}
          and ${hasAll(patterns, ["piece.title", "piece.sku", "named.title"])}
        order by named.created_at desc, named.id desc limit 10000)))`,
  });

export const inventoryEntities = [
  storedItem,
  inventoryItem,
  inventoryLevel,
  reservationItem,
  productVariantInventoryItem,
];
