import type { Extra } from "../../../graph/graph.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import type { Holder } from "./hold.ts";
import { type Availability, canTake } from "./stock.ts";

/** The channels whose locations count, as SQL: `isAll` for every location, `isMeant` compares a channel. */
interface Channels {
  isAll: string;
  isMeant: string;
}

/** The locations of one channel; all locations if null. */
export const ofChannel = (channel: string): Channels => ({
  isAll: `${channel}::text is null`,
  isMeant: `= ${channel}`,
});

/** The locations of several channels; all locations if empty. */
const ofChannels = (channels: string): Channels => ({
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
export const isStockedByLocation = (
  variant: string,
) => `(${HAS_STOCK_LOCATIONS} and exists (select 1 from product_variant_inventory_item needed
  where needed.variant_id = ${variant}.id and needed.deleted_at is null))`;

export const isUnlimited = (variant: string) =>
  `(not ${variant}.manage_inventory or ${variant}.allow_backorder)`;

/** The quantity of a level or variant that other carts hold. */
const heldOf = (stock: string, holder: string) => `coalesce((select sum(hold.quantity)
  from tradewind.stock_hold hold
  where hold.stock_id = ${stock}.id and hold.cart_id <> ${holder} and hold.expires_at > now()), 0)::integer`;

/** The pieces at the counted levels of an item. */
const piecesAtLevels = (held = "") => `sum(level.stocked_quantity - level.reserved_quantity ${held})`;

/** As many of a variant as the pieces of its scarcest item make. */
const ofScarcestItem = (pieces: string) =>
  `min(greatest(${pieces}, 0) / greatest(needed.required_quantity, 1))`;

/**
 * The availability of a variant is that of its scarcest item. If more is reserved than stocked at one location, the deficit reduces
 * the stock of the others. For a holder, holds of other carts are subtracted. The quantity of a variant without inventory
 * management has no meaning, as in v1.
 */
export const availableQuantity = (variant: string, channels: Channels, holder?: string) => {
  const withoutHeld = (stock: string) => (holder === undefined ? "" : `- ${heldOf(stock, holder)}`);
  return `case when ${variant}.manage_inventory and ${isStockedByLocation(variant)}
  then coalesce((
    select ${ofScarcestItem(`(select ${piecesAtLevels(withoutHeld("level"))}
        from inventory_level level
        where level.inventory_item_id = needed.inventory_item_id and level.deleted_at is null
          and ${sellsFrom(channels)})`)}
    from product_variant_inventory_item needed
    where needed.variant_id = ${variant}.id and needed.deleted_at is null), 0)
  else ${variant}.inventory_quantity ${withoutHeld(variant)} end`;
};

/**
 * The same as a table of `variant_id` and `available`, for statements about all variants: it reads each table once, not once for
 * each variant. It has only variants that are stocked by location; the others have their own quantity.
 */
export const availableAtLocations = (channels: Channels) => `
  select needed.variant_id, ${ofScarcestItem("stock.pieces")} as available
  from product_variant_inventory_item needed
  left join (select level.inventory_item_id, ${piecesAtLevels()} as pieces from inventory_level level
    where level.deleted_at is null and ${sellsFrom(channels)}
    group by level.inventory_item_id) stock on stock.inventory_item_id = needed.inventory_item_id
  where needed.deleted_at is null and ${HAS_STOCK_LOCATIONS}
  group by needed.variant_id`;

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

const availableStock = (values: readonly unknown[], channelsOf: (parameter: string) => Channels) => {
  const those = (column: "product_id" | "id"): Extra<"$available", AvailableById | null> => ({
    name: "$available",
    values,
    sql: (row, [parameter]) => `case when ${HAS_STOCK_LOCATIONS} then (
      select json_object_agg(piece.id, ${availability("piece", channelsOf(parameter!))})
      from product_variant piece where piece.${column} = ${row}.id) end`,
  });
  return { ofProducts: those("product_id"), ofVariants: those("id") };
};

/** As in v1, admins see the stock of all channels. */
export const stockForAdmin = availableStock([], () => ofAnyChannel);

// Carts of a storefront without a publishable key are in the default channel; without a default channel all locations count.
const orDefault = (channels: string) => `coalesce(${channels}::text[],
  (select array[found.id::text] from (select ${DEFAULT_CHANNEL} as id) found where found.id is not null))`;

/** Visitors see the stock of the channels of the storefront. */
export const stockForVisitors = (channels: string[] | null) =>
  availableStock([channels], (parameter) => ofChannels(orDefault(parameter)));

type AvailableById = Record<string, Availability>;

interface StockedVariant {
  id: string;
  inventory_quantity?: number;
  purchasable?: boolean | null;
}

interface StockedRow extends StockedVariant {
  /** Of products. */
  variants?: StockedVariant[];
  $available?: AvailableById | null;
}

/**
 * Adds stock to products or variants that were read with one of these extras. Without locations variants have their stored
 * quantity.
 */
export const withAvailableStock = <Row extends StockedRow>(rows: readonly Row[]): Row[] =>
  rows.map((row) => {
    const { $available: available, variants } = row;
    if (!available) return row;
    if (!variants) return withQuantity(row, available[row.id]);
    return { ...row, variants: variants.map((each) => withQuantity(each, available[each.id])) };
  });

/** A variant with its stock, if its quantity is selected. */
export function withQuantity<Variant extends Omit<StockedVariant, "id">>(
  variant: Variant,
  stock: Availability | null | undefined,
): Variant {
  if (!stock || !("inventory_quantity" in variant)) return variant;
  return { ...variant, inventory_quantity: stock.quantity, purchasable: canTake(stock, 1) };
}
