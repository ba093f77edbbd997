import { type Column, entity, jsonOf, text, through } from "../../../graph/entity.ts";
import { availableQuantity, ofChannel } from "../../stock/inventory/index.ts";

interface ChannelAvailability {
  channel_name: string;
  channel_id: string;
  available_quantity: number;
}

/** Empty for a variant without inventory items. */
const availability: Column<ChannelAvailability[]> = {
  ...jsonOf<ChannelAvailability[]>().required,
  description: "The available quantity in each sales channel.",
  sql: (row) => `coalesce((
    select json_agg(json_build_object('channel_name', channel.name, 'channel_id', channel.id,
      'available_quantity', ${availableQuantity(row, ofChannel("channel.id"))}) order by channel.created_at, channel.id)
    from sales_channel channel
    where channel.deleted_at is null and exists (select 1 from product_variant_inventory_item link
      where link.variant_id = ${row}.id and link.deleted_at is null)), '[]'::json)`,
};

export const variantInventory = entity({
  name: "variant_inventory",
  table: "product_variant",
  description: "The stock of a variant: its inventory items, their locations and the available quantity.",
  only: (row) => `${row}.deleted_at is null`,
  columns: { id: text.required, sales_channel_availability: { ...availability, isList: true } },
  relations: {
    inventory: {
      ...through("inventory_item", "product_variant_inventory_item", "variant_id", "inventory_item_id"),
      only: (link: string) => `${link}."deleted_at" is null`,
    },
  },
});
