import { describe, expect, it } from "vitest";
import { aCartModel } from "../../../test/support/cart-models.ts";
import type { Graph } from "../../graph/graph.ts";
import type { CartVersions } from "./cart-versions-graph.ts";
import { lastKnown, rememberChanged } from "./remembered-cart-store.ts";

const versions = {} as CartVersions;

/** Which of some carts are known at the end, by their numbers. */
function keptOf(count: number, noted: Record<string, unknown>): number[] {
  const graph = {} as Graph;
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const number of numbers) {
    rememberChanged(graph, { cart: aCartModel({ id: `cart_${number}`, context: noted }), versions });
  }
  return numbers.filter((number) => lastKnown(graph, `cart_${number}`) !== undefined);
}

describe("the memory for carts", () => {
  it("has room for fewer of them where much is noted in each", () => {
    expect(keptOf(100, { ip: "127.0.0.1" })).toHaveLength(100);
    const kept = keptOf(100, { note: "x".repeat(1_000_000) });
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(30);
    expect(kept.at(-1)).toBe(99);
  });
});
