import { describe, expect, it } from "vitest";
import { aCartModel } from "../../../../../test/support/factories/cart-models.ts";
import type { CacheDeps } from "./cache-settings.ts";
import { cacheChangedCart, cachedCart } from "./cart-cache-store.ts";
import type { CartVersions } from "./cart-versions-graph.ts";

const versions = {} as CartVersions;

/** The numbers of the carts that are still cached at the end. */
function cachedOf(count: number, data: Record<string, unknown>): number[] {
  const deps = { graph: {}, config: { cartCache: "1" } } as CacheDeps;
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (const number of numbers) {
    cacheChangedCart(deps, { cart: aCartModel({ id: `cart_${number}`, context: data }), versions });
  }
  return numbers.filter((number) => cachedCart(deps, `cart_${number}`) !== undefined);
}

describe("the cart cache", () => {
  it("holds fewer carts if each of them has a lot of data", () => {
    expect(cachedOf(100, { ip: "127.0.0.1" })).toHaveLength(100);
    const cached = cachedOf(100, { note: "x".repeat(1_000_000) });
    expect(cached.length).toBeGreaterThan(5);
    expect(cached.length).toBeLessThan(30);
    expect(cached.at(-1)).toBe(99);
  });
});
