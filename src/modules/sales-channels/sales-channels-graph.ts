import {
  boolean,
  entity,
  json,
  many,
  one,
  rowColumns,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../graph/entity.ts";

const salesChannel = entity({
  name: "sales_channel",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    description: text.nullable,
    is_disabled: boolean.required,
    metadata: json.nullable,
  },
  relations: {
    products: through("product", "product_sales_channel", "sales_channel_id", "product_id"),
    publishableKeys: through(
      "publishable_api_key",
      "publishable_api_key_sales_channel",
      "sales_channel_id",
      "publishable_key_id",
    ),
    locations: many("sales_channel_location", "sales_channel_id"),
  },
});

const salesChannelLocation = entity({
  name: "sales_channel_location",
  columns: {
    ...softDeletedColumns,
    sales_channel_id: text.required,
    location_id: text.required,
  },
  relations: {
    sales_channel: one("sales_channel", "sales_channel_id", { nullable: false }),
  },
});

const publishableApiKey = entity({
  name: "publishable_api_key",
  columns: {
    ...rowColumns,
    created_by: text.nullable,
    revoked_by: text.nullable,
    revoked_at: timestamp.nullable,
    title: text.required,
  },
});

export const salesChannelsEntities = [salesChannel, salesChannelLocation, publishableApiKey];
