import type { Graph } from "../../../../graph/graph.ts";
import type { CartVersions } from "./cart-versions-graph.ts";

/** The version of everything that carts show of the rest of the shop: products, prices, regions. */
export const catalogueVersionOf = ({ kept, catalogue }: Pick<CartVersions, "kept" | "catalogue">): string =>
  `${kept} ${catalogue}`;

const newest = new WeakMap<Graph, string>();

export const noteCatalogueVersion = (graph: Graph, version: string): void => void newest.set(graph, version);

/** Whether this process has seen no other version since: a cached row of another one is not worth a check. */
export const isNewestCatalogue = (graph: Graph, version: string | null): boolean =>
  newest.get(graph) === version;
