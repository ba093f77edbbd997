import type { Graph } from "../../../../graph/graph.ts";

export interface CacheDeps {
  /** Each graph has a cache of its own. */
  graph: Graph;
  config: { cartCache: "1" | "0" };
}

/** `TRADEWIND_CART_CACHE`. Without the cache the answers are the same, but slower. */
export const isCacheOn = ({ config }: CacheDeps): boolean => config.cartCache === "1";
