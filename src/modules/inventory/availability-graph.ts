import type { Extra } from "../../graph/graph.ts";
import type { Holder } from "./hold.ts";

/** Whether a location is there and the channel sells from it; without a channel every location counts. */
export const sellsFrom = (channel: string) => `
  exists (select 1 from stock_location place where place.id = level.location_id and place.deleted_at is null)
  and (${channel}::text is null or exists (select 1 from sales_channel_location link
    where link.location_id = level.location_id and link.sales_channel_id = ${channel}
    and link.deleted_at is null))`;

// A level that was deleted counts, too: who once kept stock by location does not go back to the variant's own
// quantity, which nobody has looked at since, by deleting the last level.
export const keptByLocation = (
  variant: string,
) => `exists (select 1 from product_variant_inventory_item needed
  join inventory_level level on level.inventory_item_id = needed.inventory_item_id
  where needed.variant_id = ${variant}.id and needed.deleted_at is null)`;

export const isUnlimited = (variant: string) =>
  `(not ${variant}.manage_inventory or ${variant}.allow_backorder)`;

/** What other carts hold of a level, or of a variant's own quantity. */
const heldOf = (stock: string, holder: string) => `coalesce((select sum(hold.quantity)
  from tradewind.stock_hold hold
  where hold.stock_id = ${stock}.id and hold.cart_id <> ${holder} and hold.expires_at > now()), 0)::integer`;

/**
 * A variant is as available as the scarcest of its items. What is missing at one location, because more is reserved
 * there than there is, is missing at the others: somebody has bought it. For a holder, what others hold is not there.
 */
export const availableQuantity = (variant: string, channel: string, holder?: string) => {
  const lessHeld = (stock: string) => (holder === undefined ? "" : `- ${heldOf(stock, holder)}`);
  return `case when ${keptByLocation(variant)}
  then coalesce((
    select min(greatest((select sum(level.stocked_quantity - level.reserved_quantity ${lessHeld("level")})
        from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null
          and ${sellsFrom(channel)}), 0) / greatest(needed.required_quantity, 1))
    from product_variant_inventory_item needed
    where needed.variant_id = ${variant}.id and needed.deleted_at is null), 0)
  else ${variant}.inventory_quantity ${lessHeld(variant)} end`;
};

/** What can be sold of a variant whose stock is kept by location, as an `Availability`; null for others. */
export const locatedAvailability = (variant: string, of: { channel: string; holder?: string }) =>
  `case when ${keptByLocation(variant)} then json_build_object('isUnlimited', ${isUnlimited(variant)},
    'quantity', ${availableQuantity(variant, of.channel, of.holder)}) end`;

/** For variants that are read: what can be sold of them in a channel, as an `Availability`. */
export const availabilityIn = (salesChannelId: string | null, holder: Holder): Extra => ({
  name: "$availability",
  values: holder === undefined ? [salesChannelId] : [salesChannelId, holder],
  sql: (row, [channel, cart]) => `json_build_object('isUnlimited', ${isUnlimited(row)},
    'quantity', ${availableQuantity(row, channel!, cart)})`,
});
