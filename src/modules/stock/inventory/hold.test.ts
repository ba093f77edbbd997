import { describe, expect, it } from "vitest";
import { holderOf, holdsAtLocations, holdsOfVariants, withoutHeld } from "./hold.ts";
import type { LevelStock, Need, StockLine } from "./stock.ts";

const level = (id: string, available: number): LevelStock => ({
  id,
  itemId: "boots",
  locationId: `where ${id} is`,
  available,
});
const need = (quantity: number): Need => ({
  lineItemId: "line",
  variantId: "variant",
  itemId: "boots",
  quantity,
  allowsBackorder: false,
});
const line = (variantId: string, quantity: number): StockLine => ({
  lineItemId: "line",
  variantId,
  quantity,
});

describe("holding stock", () => {
  it("has a holder only in shops that hold stock", () => {
    expect(holderOf({ config: { stockHoldMinutes: 0 } }, "cart")).toBeUndefined();
    expect(holderOf({ config: { stockHoldMinutes: 1 } }, "cart")).toBe("cart");
  });

  it("subtracts the pieces that other carts hold", () => {
    const held = new Map([["north", 3]]);
    expect(withoutHeld([level("north", 5), level("south", 1)], held)).toEqual([
      level("north", 2),
      level("south", 1),
    ]);
  });

  it("adds up the pieces of all lines at each location", () => {
    const levels = [level("north", 3), level("south", 2)];
    expect(holdsAtLocations([need(2), need(1), need(2)], levels)).toEqual([
      { stockId: "north", quantity: 3 },
      { stockId: "south", quantity: 2 },
    ]);
    expect(() => holdsAtLocations([need(6)], levels)).toThrow("does not have the required inventory");
  });

  it("adds up the pieces of all lines of a variant, except of variants with unlimited stock", () => {
    const limited = [{ id: "boots", available: 3 }];
    const lines = [line("boots", 1), line("letter", 9), line("boots", 2)];
    expect(holdsOfVariants(lines, limited)).toEqual([{ stockId: "boots", quantity: 3 }]);
    expect(() => holdsOfVariants([...lines, line("boots", 1)], limited)).toThrow(
      "Variant with id: boots does not have the required inventory",
    );
  });
});
