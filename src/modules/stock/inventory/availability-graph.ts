import type { Extra } from "../../../graph/graph.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import type { Holder } from "./hold.ts";
import type { Availability } from "./stock.ts";

/** Whose locations count, as SQL: `isAll` says whether every location does, `isMeant` compares a channel. */
export interface Channels {
  isAll: string;
  isMeant: string;
}

/** Those of one channel; without a channel every location counts. */
export const ofChannel = (channel: string): Channels => ({
  isAll: `${channel}::text is null`,
  isMeant: `= ${channel}`,
});

/** Those of several channels; without any every location counts. */
export const ofChannels = (channels: string): Channels => ({
  isAll: `${channels} is null`,
  isMeant: `= any(${channels})`,
});

/** Those of any channel that is there. */
export const ofAnyChannel: Channels = {
  isAll: "false",
  isMeant: "in (select channel.id from sales_channel channel where channel.deleted_at is null)",
};

/** Whether a location is there, and one of the channels sells from it. */
export const sellsFrom = ({ isAll, isMeant }: Channels) => `
  exists (select 1 from stock_location place where place.id = level.location_id and place.deleted_at is null)
  and (${isAll} or exists (select 1 from sales_channel_location link
    where link.location_id = level.location_id and link.sales_channel_id ${isMeant}
    and link.deleted_at is null))`;

/** A variant that needs no item has no place where it could lie: its own quantity counts everywhere. */
export const keptByLocation = (
  variant: string,
) => `(${HAS_STOCK_LOCATIONS} and exists (select 1 from product_variant_inventory_item needed
  where needed.variant_id = ${variant}.id and needed.deleted_at is null))`;

export const isUnlimited = (variant: string) =>
  `(not ${variant}.manage_inventory or ${variant}.allow_backorder)`;

/** What other carts hold of a level, or of a variant's own quantity. */
const heldOf = (stock: string, holder: string) => `coalesce((select sum(hold.quantity)
  from tradewind.stock_hold hold
  where hold.stock_id = ${stock}.id and hold.cart_id <> ${holder} and hold.expires_at > now()), 0)::integer`;

/**
 * A variant is as available as the scarcest of its items. What is missing at one location, because more is reserved
 * there than there is, is missing at the others: it is sold. For a holder, what others hold is not there.
 * The quantity of a variant that is not managed says nothing, as in v1.
 */
export const availableQuantity = (variant: string, channels: Channels, holder?: string) => {
  const lessHeld = (stock: string) => (holder === undefined ? "" : `- ${heldOf(stock, holder)}`);
  return `case when ${variant}.manage_inventory and ${keptByLocation(variant)}
  then coalesce((
    select min(greatest((select sum(level.stocked_quantity - level.reserved_quantity ${lessHeld("level")})
        from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null
          and ${sellsFrom(channels)}), 0) / greatest(needed.required_quantity, 1))
    from product_variant_inventory_item needed
    where needed.variant_id = ${variant}.id and needed.deleted_at is null), 0)
  else ${variant}.inventory_quantity ${lessHeld(variant)} end`;
};

/** What can be sold of a variant, as an `Availability`. */
export const availability = (variant: string, channels: Channels, holder?: string) =>
  `json_build_object('isUnlimited', ${isUnlimited(variant)},
    'quantity', ${availableQuantity(variant, channels, holder)})`;

/** For variants that are read: what can be sold of them in a channel, as an `Availability`. */
export const availabilityIn = (
  salesChannelId: string | null,
  holder: Holder,
): Extra<"$availability", Availability> => ({
  name: "$availability",
  values: holder === undefined ? [salesChannelId] : [salesChannelId, holder],
  sql: (row, [channel, cart]) => availability(row, ofChannel(channel!), cart),
});
