import type { Extra } from "../../../graph/graph.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import type { Holder } from "./hold.ts";
import type { Availability } from "./stock.ts";

/** The channels whose locations count, as SQL: `isAll` for every location, `isMeant` compares a channel. */
export interface Channels {
  isAll: string;
  isMeant: string;
}

/** The locations of one channel; all locations if null. */
export const ofChannel = (channel: string): Channels => ({
  isAll: `${channel}::text is null`,
  isMeant: `= ${channel}`,
});

/** The locations of several channels; all locations if empty. */
export const ofChannels = (channels: string): Channels => ({
  isAll: `${channels} is null`,
  isMeant: `= any(${channels})`,
});

/** The locations of any existing channel. */
export const ofAnyChannel: Channels = {
  isAll: "false",
  isMeant: "in (select channel.id from sales_channel channel where channel.deleted_at is null)",
};

/** Whether a location exists and one of the channels sells from it. */
export const sellsFrom = ({ isAll, isMeant }: Channels) => `
  exists (select 1 from stock_location place where place.id = level.location_id and place.deleted_at is null)
  and (${isAll} or exists (select 1 from sales_channel_location link
    where link.location_id = level.location_id and link.sales_channel_id ${isMeant}
    and link.deleted_at is null))`;

/** The stock of a variant without inventory items is its own quantity, in every channel. */
export const keptByLocation = (
  variant: string,
) => `(${HAS_STOCK_LOCATIONS} and exists (select 1 from product_variant_inventory_item needed
  where needed.variant_id = ${variant}.id and needed.deleted_at is null))`;

export const isUnlimited = (variant: string) =>
  `(not ${variant}.manage_inventory or ${variant}.allow_backorder)`;

/** The quantity of a level or variant that other carts hold. */
const heldOf = (stock: string, holder: string) => `coalesce((select sum(hold.quantity)
  from tradewind.stock_hold hold
  where hold.stock_id = ${stock}.id and hold.cart_id <> ${holder} and hold.expires_at > now()), 0)::integer`;

/**
 * The availability of a variant is that of its scarcest item. If more is reserved than stocked at one location, the deficit reduces
 * the stock of the others. For a holder, holds of other carts are subtracted. The quantity of a variant without inventory
 * management has no meaning, as in v1.
 */
export const availableQuantity = (variant: string, channels: Channels, holder?: string) => {
  const withoutHeld = (stock: string) => (holder === undefined ? "" : `- ${heldOf(stock, holder)}`);
  return `case when ${variant}.manage_inventory and ${keptByLocation(variant)}
  then coalesce((
    select min(greatest((select sum(level.stocked_quantity - level.reserved_quantity ${withoutHeld("level")})
        from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null
          and ${sellsFrom(channels)}), 0) / greatest(needed.required_quantity, 1))
    from product_variant_inventory_item needed
    where needed.variant_id = ${variant}.id and needed.deleted_at is null), 0)
  else ${variant}.inventory_quantity ${withoutHeld(variant)} end`;
};

/** The `Availability` of a variant. */
export const availability = (variant: string, channels: Channels, holder?: string) =>
  `json_build_object('isUnlimited', ${isUnlimited(variant)},
    'quantity', ${availableQuantity(variant, channels, holder)})`;

/** For reads of variants: their `Availability` in a channel. */
export const availabilityIn = (
  salesChannelId: string | null,
  holder: Holder,
): Extra<"$availability", Availability> => ({
  name: "$availability",
  values: holder === undefined ? [salesChannelId] : [salesChannelId, holder],
  sql: (row, [channel, cart]) => availability(row, ofChannel(channel!), cart),
});
