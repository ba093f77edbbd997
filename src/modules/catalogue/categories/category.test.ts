import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedRanks, orderWith, orderWithout } from "./category.ts";

const siblings = ["a", "b", "c"].map((id, rank) => ({ id, rank }));

describe("the order of siblings", () => {
  it("has a position for a new category, by default the last", () => {
    expect(orderWith(siblings, "new")).toEqual(["a", "b", "c", "new"]);
    expect(orderWith(siblings, "new", 1)).toEqual(["a", "new", "b", "c"]);
    expect(orderWith([], "new", 7)).toEqual(["new"]);
  });

  it("changes only the ranks of categories that have moved", () => {
    expect(changedRanks(siblings, ["a", "c", "b"])).toEqual([
      { id: "c", rank: 1 },
      { id: "b", rank: 2 },
    ]);
    expect(changedRanks(siblings, orderWithout(siblings, "a"))).toEqual([
      { id: "b", rank: 0 },
      { id: "c", rank: 1 },
    ]);
  });

  it("has no gaps after a move, even if the ranks had gaps", () => {
    const before = fc.uniqueArray(fc.record({ id: fc.uuid(), rank: fc.nat(20) }), { selector: (s) => s.id });
    fc.assert(
      fc.property(before, fc.nat(30), (ranked, rank) => {
        const order = orderWith(ranked, "moved", rank);
        const after = new Map(ranked.map((each) => [each.id, each.rank]));
        for (const change of changedRanks(ranked, order)) after.set(change.id, change.rank);
        expect(order.map((id) => after.get(id))).toEqual(order.map((_, index) => index));
        expect(order.indexOf("moved")).toBe(Math.min(rank, ranked.length));
      }),
    );
  });
});
