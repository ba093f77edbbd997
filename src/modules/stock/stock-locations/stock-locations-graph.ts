import { entity, json, one, softDeletedColumns, text, through } from "../../../graph/entity.ts";
import type { Condition } from "../../../graph/filter.ts";

export const stockLocation = entity({
  name: "stock_location",
  description: "A place with stock, e.g. a warehouse or a shop.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    address_id: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    address: one("stock_location_address", "address_id"),
    sales_channels: {
      ...through("sales_channel", "sales_channel_location", "location_id", "sales_channel_id"),
      only: (link: string) => `${link}."deleted_at" is null`,
    },
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

/** Locations that one of the sales channels sells from. */
export const ofSalesChannels: Condition = {
  name: "stock-location-of-sales-channels",
  sql: (row, parameter) =>
    `exists (select 1 from sales_channel_location link where link.location_id = ${row}.id
      and link.sales_channel_id = any(${parameter}) and link.deleted_at is null)`,
};

export const stockLocationsEntities = [stockLocation, stockLocationAddress];
