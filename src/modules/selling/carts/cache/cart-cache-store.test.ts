import { describe, expect, it } from "vitest";
import { aCartModel } from "../../../../../test/support/cart-models.ts";
import type { CacheDeps } from "./cache-settings.ts";
import { cacheChangedCart, cachedCart } from "./cart-cache-store.ts";
import type { CartVersions } from "./cart-versions-graph.ts";

const versions = {} as CartVersions;

/** Which of some carts are cached at the end, by their numbers. */
function cachedOf(count: number, noted: Record<string, unknown>): number[] {
  const deps = { graph: {}, config: { cartCache: "1" } } as CacheDeps;
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const number of numbers) {
    cacheChangedCart(deps, { cart: aCartModel({ id: `cart_${number}`, context: noted }), versions });
  }
  return numbers.filter((number) => cachedCart(deps, `cart_${number}`) !== undefined);
}

describe("the cart cache", () => {
  it("has room for fewer of them where each holds much data", () => {
    expect(cachedOf(100, { ip: "127.0.0.1" })).toHaveLength(100);
    const cached = cachedOf(100, { note: "x".repeat(1_000_000) });
    expect(cached.length).toBeGreaterThan(5);
    expect(cached.length).toBeLessThan(30);
    expect(cached.at(-1)).toBe(99);
  });
});
