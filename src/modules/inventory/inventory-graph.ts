import { boolean, entity, integer, json, many, one, softDeletedColumns, text } from "../../graph/entity.ts";

const inventoryItem = entity({
  name: "inventory_item",
  columns: {
    ...softDeletedColumns,
    sku: text.nullable,
    origin_country: text.nullable,
    hs_code: text.nullable,
    mid_code: text.nullable,
    material: text.nullable,
    weight: integer.nullable,
    length: integer.nullable,
    height: integer.nullable,
    width: integer.nullable,
    requires_shipping: boolean.required,
    description: text.nullable,
    title: text.nullable,
    thumbnail: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    inventory_levels: many("inventory_level", "inventory_item_id"),
  },
});

const inventoryLevel = entity({
  name: "inventory_level",
  columns: {
    ...softDeletedColumns,
    inventory_item_id: text.required,
    location_id: text.required,
    stocked_quantity: integer.required,
    reserved_quantity: integer.required,
    incoming_quantity: integer.required,
    metadata: json.nullable,
  },
  relations: {
    inventory_item: one("inventory_item", "inventory_item_id", { nullable: false }),
  },
});

const reservationItem = entity({
  name: "reservation_item",
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
});

const stockLocation = entity({
  name: "stock_location",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    address_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    address: one("stock_location_address", "address_id"),
  },
});

const stockLocationAddress = entity({
  name: "stock_location_address",
  columns: {
    ...softDeletedColumns,
    address_1: text.required,
    address_2: text.nullable,
    company: text.nullable,
    city: text.nullable,
    country_code: text.required,
    phone: text.nullable,
    province: text.nullable,
    postal_code: text.nullable,
    metadata: json.nullable,
  },
});

const productVariantInventoryItem = entity({
  name: "product_variant_inventory_item",
  columns: {
    ...softDeletedColumns,
    inventory_item_id: text.required,
    variant_id: text.required,
    required_quantity: integer.required,
  },
  relations: {
    variant: one("product_variant", "variant_id", { nullable: false }),
  },
});

export const inventoryEntities = [
  inventoryItem,
  inventoryLevel,
  reservationItem,
  stockLocation,
  stockLocationAddress,
  productVariantInventoryItem,
];
