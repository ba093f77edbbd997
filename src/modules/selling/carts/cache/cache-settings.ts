import type { Graph } from "../../../../graph/graph.ts";

/** What the cart cache works with. */
export interface CacheDeps {
  /** The read model. Each has a cache of its own. */
  graph: Graph;
  config: { cartCache: "1" | "0" };
}

/** Without the cache every answer is the same, only later: `TRADEWIND_CART_CACHE`. */
export const isCacheOn = ({ config }: CacheDeps): boolean => config.cartCache === "1";
