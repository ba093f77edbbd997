import {
  boolean,
  entity,
  json,
  many,
  one,
  softDeletedColumns,
  text,
  through,
} from "../../../graph/entity.ts";

export const salesChannel = entity({
  name: "sales_channel",
  isReferenceData: true,
  description: "A channel through which the shop sells, for example its website or a marketplace.",
  columns: {
    ...softDeletedColumns,
    name: text.required,
    description: text.nullable,
    is_disabled: { ...boolean.required, description: "No new carts are opened in a disabled channel." },
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
  description: "A stock location that a sales channel sells from.",
  columns: {
    ...softDeletedColumns,
    sales_channel_id: text.required,
    location_id: text.required,
  },
  relations: {
    sales_channel: one("sales_channel", "sales_channel_id", { nullable: false }),
  },
});

export const salesChannelsEntities = [salesChannel, salesChannelLocation];

/** SQL: the id of the store's default channel; null without one or if it was deleted. */
export const DEFAULT_CHANNEL = `(select channel.id from store
  join sales_channel channel on channel.id = store.default_sales_channel_id and channel.deleted_at is null
  order by store.created_at limit 1)`;
