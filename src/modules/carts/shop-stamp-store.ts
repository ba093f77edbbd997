import type { Tx } from "../../db/database.ts";
import type { Graph } from "../../graph/graph.ts";
import type { CartVersions } from "./cart-versions-graph.ts";

/** Which changes a cart or an offer has seen of all that carts show of the rest of the shop: products, prices, regions. */
export const stampOf = ({ kept, catalogue }: Pick<CartVersions, "kept" | "catalogue">): string =>
  `${kept} ${catalogue}`;

const lastSeen = new WeakMap<Graph, string>();

export const noteStamp = (graph: Graph, stamp: string): void => void lastSeen.set(graph, stamp);

/** Whether nothing of that has changed, as far as this process has heard: what saw less is not worth going by. */
export const isLastSeen = (graph: Graph, stamp: string | null): boolean => lastSeen.get(graph) === stamp;

const expected = new WeakMap<Tx, string>();

export const noteExpected = (tx: Tx, stamp: string): void => void expected.set(tx, stamp);

/** Whether a transaction fails anyway, unless nothing else has changed than this. */
export const isExpected = (tx: Tx, stamp: string | null): boolean => expected.get(tx) === stamp;
