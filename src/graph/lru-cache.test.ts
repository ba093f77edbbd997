import { describe, expect, it } from "vitest";
import { cachePerGraph, LruCache } from "./lru-cache.ts";

describe("the LRU cache", () => {
  it("returns the latest value of a key until it is deleted", () => {
    const cache = new LruCache<string>();
    cache.set("a", "old");
    cache.set("a", "new");
    expect(cache.get("a")).toBe("new");
    cache.delete("a");
    expect(cache.get("a")).toBeUndefined();
  });

  it("evicts the least recently used value", () => {
    const cache = new LruCache<number>();
    for (let index = 0; index < 10_000; index++) cache.set(String(index), index);
    cache.get("0");
    cache.set("one more", 1);
    expect([cache.get("0"), cache.get("1"), cache.get("2")]).toEqual([0, undefined, 2]);
  });

  it("counts the size of a value, also when it is replaced", () => {
    const cache = new LruCache<number[]>((parts) => parts.length);
    const large = Array<number>(4_000).fill(0);
    for (let again = 0; again < 5; again++) cache.set("first", large);
    cache.set("second", large);
    expect([cache.get("first"), cache.get("second")]).toEqual([large, large]);
    cache.set("third", large);
    expect([cache.get("first"), cache.get("second"), cache.get("third")]).toEqual([undefined, large, large]);
    cache.set("too large", Array<number>(10_001).fill(0));
    expect(cache.get("too large")).toBeUndefined();
  });

  it("belongs to one graph", () => {
    const cacheOf = cachePerGraph<string>();
    const [one, other] = [{}, {}];
    cacheOf(one).set("a", "here");
    expect([cacheOf(one).get("a"), cacheOf(other).get("a")]).toEqual(["here", undefined]);
  });
});
