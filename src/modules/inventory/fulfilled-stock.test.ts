import { describe, expect, it } from "vitest";
import { movementsOf, type NamedNeed, type ReservedPieces, refuseMissingGoods } from "./fulfilled-stock.ts";

const need = (quantity: number, details: Partial<NamedNeed> = {}): NamedNeed => ({
  lineItemId: "line",
  variantId: "variant",
  itemId: "item",
  quantity,
  allowsBackorder: false,
  title: "Boots",
  ...details,
});

const kept = (id: string, locationId: string, quantity: number, lineItemId = "line"): ReservedPieces => ({
  id,
  lineItemId,
  itemId: "item",
  locationId,
  quantity,
});

const moved = (needs: NamedNeed[], reserved: ReservedPieces[], locationId: string | null) =>
  movementsOf(needs, { reserved, locationId }).map((one) => [
    one.locationId,
    one.reservationId,
    one.stocked,
    one.reserved,
  ]);

describe("goods that leave", () => {
  it("leave where they are reserved, the oldest reservation first", () => {
    const reserved = [kept("r1", "here", 2), kept("r2", "there", 5)];
    expect(moved([need(4)], reserved, null)).toEqual([
      ["here", "r1", 2, 2],
      ["there", "r2", 2, 2],
    ]);
  });

  it("leave the location that is named, from its own reservations first", () => {
    const reserved = [kept("r1", "here", 2), kept("r2", "there", 3)];
    expect(moved([need(4)], reserved, "there")).toEqual([
      ["there", "r2", 3, 3],
      ["here", "r1", 0, 1],
      ["there", null, 1, 0],
    ]);
  });

  it("leave a location where nothing is reserved for them", () => {
    expect(moved([need(2)], [], "here")).toEqual([["here", null, 2, 0]]);
    expect(moved([need(2)], [kept("r1", "here", 2, "another line")], "here")).toEqual([["here", null, 2, 0]]);
  });

  it("are taken from nowhere where nobody knows where they are", () => {
    expect(moved([need(2)], [kept("r1", "here", 1)], null)).toEqual([["here", "r1", 1, 1]]);
    expect(moved([need(2)], [], null)).toEqual([]);
  });

  it("are counted by item and line", () => {
    const laces = need(4, { itemId: "laces" });
    const reserved = [kept("r1", "here", 2), { ...kept("r2", "here", 4), itemId: "laces" }];
    expect(moved([need(2), laces], reserved, null)).toEqual([
      ["here", "r1", 2, 2],
      ["here", "r2", 4, 4],
    ]);
  });
});

describe("goods that are not there", () => {
  const refusing = (needs: NamedNeed[], locationId: string, stocked: number | null) => () =>
    refuseMissingGoods(movementsOf(needs, { reserved: [], locationId }), {
      needs,
      levels: stocked === null ? [] : [{ itemId: "item", locationId: "here", stocked }],
    });

  it("cannot leave, whoever they are for", () => {
    expect(refusing([need(3)], "here", 3)).not.toThrow();
    expect(refusing([need(4)], "here", 3)).toThrow("Insufficient stock for item: Boots");
    expect(refusing([need(2), need(2, { lineItemId: "other" })], "here", 3)).toThrow("Insufficient stock");
    expect(refusing([need(1)], "there", 3)).toThrow("Inventory item for Boots not found at location");
    expect(refusing([need(1)], "here", null)).toThrow("not found at location");
  });
});
