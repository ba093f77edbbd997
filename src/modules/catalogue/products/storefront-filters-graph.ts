import { containing, type Filter } from "../../../graph/filter.ts";
import type { AskedPrices } from "../pricing/index.ts";
import {
  inOpenCategories,
  inOpenCategoryTrees,
  mentions,
  published,
  soldIn,
  soldInDefault,
  soldInOne,
} from "./product-conditions-graph.ts";

/** What storefronts ask for. */
export interface StoreQuery extends AskedPrices {
  q?: string;
  ids?: string;
  sales_channel_id?: string[] | string;
  category_id?: string[];
  include_category_children?: boolean;
  inventory_quantity?: unknown;
  fields?: string;
  expand?: string;
}

interface Scope {
  /** See `channelsInScope` in `storefront-scope.ts`. */
  channels: string[] | null;
  hasKey: boolean;
}

/** Without a key, the shop's default channel counts; a key without channels shows what is sold anywhere, or nowhere. */
function soldWhere({ channels, hasKey }: Scope): Filter[] {
  if (!channels) return hasKey ? [] : [{ kind: "fixed", condition: soldInDefault }];
  if (channels.length === 1) return [{ kind: "custom", condition: soldInOne, value: channels[0] }];
  return [{ kind: "custom", condition: soldIn, value: channels }];
}

/** Ids may also be named with commas between them. */
export const apart = (ids: string | string[]): string[] => [ids].flat().flatMap((each) => each.split(","));

/** What a visitor's list is narrowed to, whatever else is asked. */
export function narrowed(query: StoreQuery, scope: Scope): Filter[] {
  const categories = query.include_category_children ? inOpenCategoryTrees : inOpenCategories;
  return [
    { kind: "fixed", condition: published },
    ...soldWhere(scope),
    ...(query.category_id
      ? [{ kind: "custom", condition: categories, value: apart(query.category_id) } as const]
      : []),
    ...(query.q ? [{ kind: "custom", condition: mentions, value: containing(query.q) } as const] : []),
  ];
}
