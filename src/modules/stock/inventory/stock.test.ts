import { describe, expect, it } from "vitest";
import { allocateStock, type LevelStock, type Need, sumByKey } from "./stock.ts";

const need = (quantity: number, details: Partial<Need> = {}): Need => ({
  lineItemId: "line",
  variantId: "variant",
  itemId: "boots",
  quantity,
  allowsBackorder: false,
  ...details,
});
const level = (locationId: string, available: number, itemId = "boots"): LevelStock => ({
  id: `${itemId} at ${locationId}`,
  itemId,
  locationId,
  available,
});
const places = (needs: Need[], levels: LevelStock[]) =>
  allocateStock(needs, levels).map(({ locationId, quantity }) => `${quantity} at ${locationId}`);

describe("choosing locations for the needs of lines", () => {
  it("takes the first location that has all of it", () => {
    expect(places([need(3)], [level("a", 2), level("b", 3), level("c", 9)])).toEqual(["3 at b"]);
  });

  it("takes from several when none has all of it", () => {
    expect(places([need(5)], [level("a", 2), level("b", -1), level("c", 4)])).toEqual(["2 at a", "3 at c"]);
  });

  it("subtracts the deficit of one location from the others", () => {
    const levels = [level("a", 2), level("b", -4), level("c", 4)];
    expect(places([need(2)], levels)).toEqual(["2 at a"]);
    expect(() => places([need(3)], levels)).toThrow("does not have the required inventory");
    expect(places([need(3, { allowsBackorder: true })], levels)).toEqual(["3 at c"]);
  });

  it("does not give the same piece to two lines", () => {
    expect(places([need(2), need(2)], [level("a", 3), level("b", 2)])).toEqual(["2 at a", "2 at b"]);
    expect(() => places([need(2), need(2)], [level("a", 3)])).toThrow("does not have the required inventory");
  });

  it("uses only levels of the needed item", () => {
    expect(() => places([need(1)], [level("a", 5, "laces")])).toThrow("does not have the required inventory");
  });

  it("puts a backorder at the first location", () => {
    const late = need(5, { allowsBackorder: true });
    expect(places([late], [level("a", 1), level("b", 2)])).toEqual(["5 at a"]);
    expect(places([late], [])).toEqual([]);
  });

  it("does not change the levels that it gets", () => {
    const levels = [level("a", 5)];
    allocateStock([need(3)], levels);
    expect(levels).toEqual([level("a", 5)]);
  });
});

describe("sumByKey", () => {
  it("returns one sum for each key, in the order of the keys", () => {
    const rows: [string, number][] = [
      ["b", 1],
      ["a", 2],
      ["b", 3],
    ];
    const sums = sumByKey(
      rows,
      ([key]) => key,
      ([, quantity]) => quantity,
    );
    expect(sums).toEqual([
      { key: "a", quantity: 2 },
      { key: "b", quantity: 4 },
    ]);
  });
});
