import type { Extra } from "../../../graph/graph.ts";
import { DEFAULT_CHANNEL } from "../../shop/sales-channels/index.ts";
import { HAS_STOCK_LOCATIONS } from "../../shop/store/index.ts";
import { availability, type Channels, ofAnyChannel, ofChannels } from "./availability-graph.ts";
import { type Availability, canTake } from "./stock.ts";

const shownStock = (values: readonly unknown[], channelsOf: (parameter: string) => Channels) => {
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
export const stockForAdmin = shownStock([], () => ofAnyChannel);

// Carts of a storefront without a publishable key are in the default channel; without a default channel all locations count.
const orDefault = (channels: string) => `coalesce(${channels}::text[],
  (select array[found.id::text] from (select ${DEFAULT_CHANNEL} as id) found where found.id is not null))`;

/** Visitors see the stock of the channels of the storefront. */
export const stockForVisitors = (channels: string[] | null) =>
  shownStock([channels], (parameter) => ofChannels(orDefault(parameter)));

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
export const withStockShown = <Row extends StockedRow>(rows: readonly Row[]): Row[] =>
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
