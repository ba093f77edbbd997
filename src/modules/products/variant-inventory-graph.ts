import { type Column, entity, json, text, through } from "../../graph/entity.ts";

/**
 * What can be sold of the variant in each channel: what lies at the channel's locations of its scarcest item, or the
 * variant's own quantity as long as none of its items was ever kept at a location.
 */
const availability: Column = {
  ...json.required,
  description: "What can be sold in each sales channel.",
  sql: (row) => `coalesce((
    select json_agg(json_build_object('channel_name', channel.name, 'channel_id', channel.id,
      'available_quantity', case when kept.by_location then (
          select min(coalesce((
            select sum(greatest(level.stocked_quantity - level.reserved_quantity, 0)) from inventory_level level
            join sales_channel_location sold on sold.location_id = level.location_id
              and sold.sales_channel_id = channel.id and sold.deleted_at is null
            join stock_location place on place.id = level.location_id and place.deleted_at is null
            where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null), 0)
            / greatest(needed.required_quantity, 1))
          from product_variant_inventory_item needed
          where needed.variant_id = ${row}.id and needed.deleted_at is null)
        else ${row}.inventory_quantity end) order by channel.created_at, channel.id)
    from sales_channel channel
    cross join (
      select count(*) as items, bool_or(exists (select 1 from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id)) as by_location
      from product_variant_inventory_item needed
      where needed.variant_id = ${row}.id and needed.deleted_at is null) kept
    where channel.deleted_at is null and kept.items > 0), '[]'::json)`,
};

export const variantInventory = entity({
  name: "variant_inventory",
  table: "product_variant",
  description: "The stock of a variant: the items it needs, where they lie, and what can be sold of it.",
  only: (row) => `${row}.deleted_at is null`,
  columns: { id: text.required, sales_channel_availability: availability },
  relations: {
    inventory: {
      ...through("inventory_item", "product_variant_inventory_item", "variant_id", "inventory_item_id"),
      only: (link) => `${link}."deleted_at" is null`,
    },
  },
});
