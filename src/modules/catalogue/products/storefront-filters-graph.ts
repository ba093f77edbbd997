import { containing, type Filter } from "../../../graph/filter.ts";
import type { Extra } from "../../../graph/graph.ts";
import { channelNotOfKey, notInChannelsOfKey } from "../../shop/publishable-keys/index.ts";
import type { PriceQuery } from "../pricing/index.ts";
import {
  inPublicCategories,
  inPublicCategoryTrees,
  isSoldIn,
  matchesSearch,
  published,
  soldIn,
  soldInDefault,
  soldInOne,
} from "./product-conditions-graph.ts";

/** The query of a storefront's list. */
export interface StoreQuery extends PriceQuery {
  q?: string;
  ids?: string;
  sales_channel_id?: string[] | string;
  category_id?: string[];
  include_category_children?: boolean;
  inventory_quantity?: unknown;
  fields?: string;
  expand?: string;
}

interface ChannelScope {
  /** See `channelsInScope`. */
  channels: string[] | null;
  hasKey: boolean;
}

/** Without a key the store's default channel applies; a key without channels shows everything. */
function channelFilters({ channels, hasKey }: ChannelScope): Filter[] {
  if (!channels) return hasKey ? [] : [{ kind: "fixed", condition: soldInDefault }];
  if (channels.length === 1) return [{ kind: "custom", condition: soldInOne, value: channels[0] }];
  return [{ kind: "custom", condition: soldIn, value: channels }];
}

/** Ids may also be separated by commas. */
export const splitIds = (ids: string | string[]): string[] => [ids].flat().flatMap((each) => each.split(","));

/** The filters of every storefront list, in addition to those of the query. */
export function storefrontFilters(query: StoreQuery, scope: ChannelScope): Filter[] {
  const categories = query.include_category_children ? inPublicCategoryTrees : inPublicCategories;
  return [
    { kind: "fixed", condition: published },
    ...channelFilters(scope),
    ...(query.category_id
      ? [{ kind: "custom", condition: categories, value: splitIds(query.category_id) } as const]
      : []),
    ...(query.q ? [{ kind: "custom", condition: matchesSearch, value: containing(query.q) } as const] : []),
  ];
}

/**
 * The requested channels, or else all channels of the key, or null without either. Channels outside the key are refused.
 */
export function channelsInScope(
  ofKey: string[] | null,
  requested: readonly string[] | undefined,
): string[] | null {
  if (requested === undefined || requested.length === 0) return ofKey;
  const outside = ofKey === null ? [] : requested.filter((channel) => !ofKey.includes(channel));
  if (outside.length > 0) throw channelNotOfKey(outside.join(", "));
  return [...requested];
}

/** For a key with channels: reads whether the product is in them. `product` is the column with the product's id. */
export const soldInChannels = (
  channels: string[] | null,
  product: "id" | "product_id",
): Extra<"$sold_here", boolean>[] =>
  channels
    ? [
        {
          name: "$sold_here",
          values: [channels],
          sql: (row, [parameter]) => isSoldIn(`${row}.${product}`, parameter!),
        },
      ]
    : [];

/** As in v1, a product outside the channels of the key is an invalid request, not a 404. */
export function checkSoldInChannels(row: { id: string; $sold_here?: boolean }, label: string): void {
  if (row.$sold_here === false) throw notInChannelsOfKey(`${label} with id: ${row.id}`);
}
