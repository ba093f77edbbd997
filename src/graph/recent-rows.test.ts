import { describe, expect, it } from "vitest";
import { RecentRows, recentRowsOf } from "./recent-rows.ts";

describe("recent rows", () => {
  it("are given back, the latest of a key, until they are forgotten", () => {
    const rows = new RecentRows<string>();
    rows.keep("a", "old");
    rows.keep("a", "new");
    expect(rows.get("a")).toBe("new");
    rows.forget("a");
    expect(rows.get("a")).toBeUndefined();
  });

  it("make room by the one that was not asked for the longest time", () => {
    const rows = new RecentRows<number>();
    for (let index = 0; index < 10_000; index++) rows.keep(String(index), index);
    rows.get("0");
    rows.keep("one more", 1);
    expect([rows.get("0"), rows.get("1"), rows.get("2")]).toEqual([0, undefined, 2]);
  });

  it("take the room of their parts, also when they are replaced", () => {
    const rows = new RecentRows<number[]>((parts) => parts.length);
    const large = Array<number>(4_000).fill(0);
    for (let again = 0; again < 5; again++) rows.keep("first", large);
    rows.keep("second", large);
    expect([rows.get("first"), rows.get("second")]).toEqual([large, large]);
    rows.keep("third", large);
    expect([rows.get("first"), rows.get("second"), rows.get("third")]).toEqual([undefined, large, large]);
    rows.keep("too large", Array<number>(10_001).fill(0));
    expect(rows.get("too large")).toBeUndefined();
  });

  it("are those of one read model", () => {
    const memoryOf = recentRowsOf<string>();
    const [one, other] = [{}, {}];
    memoryOf(one).keep("a", "here");
    expect([memoryOf(one).get("a"), memoryOf(other).get("a")]).toEqual(["here", undefined]);
  });
});
