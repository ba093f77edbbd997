import { describe, expect, it } from "vitest";
import {
  outgoingMovements,
  type ReservedPieces,
  refuseInsufficientStock,
  type StockedLevel,
  type TitledNeed,
} from "./fulfilled-stock.ts";

const need = (quantity: number, details: Partial<TitledNeed> = {}): TitledNeed => ({
  lineItemId: "line",
  variantId: "variant",
  itemId: "item",
  quantity,
  allowsBackorder: false,
  title: "Boots",
  ...details,
});

const reservedPieces = (
  id: string,
  locationId: string,
  quantity: number,
  lineItemId = "line",
): ReservedPieces => ({
  id,
  lineItemId,
  itemId: "item",
  locationId,
  quantity,
});

const level = (locationId: string, stocked: number, reserved = 0): StockedLevel => ({
  itemId: "item",
  locationId,
  stocked,
  reserved,
});

const moved = (
  needs: TitledNeed[],
  reserved: ReservedPieces[],
  locationId: string | null,
  levels: StockedLevel[] = [],
) =>
  outgoingMovements(needs, { reserved, levels, locationId }).map((one) => [
    one.locationId,
    one.reservationId,
    one.stocked,
    one.reserved,
  ]);

describe("fulfilled goods", () => {
  it("leave the locations of their reservations, the oldest reservation first", () => {
    const reserved = [reservedPieces("r1", "here", 2), reservedPieces("r2", "there", 5)];
    expect(moved([need(4)], reserved, null)).toEqual([
      ["here", "r1", 2, 2],
      ["there", "r2", 2, 2],
    ]);
  });

  it("leave the given location, from its own reservations first", () => {
    const reserved = [reservedPieces("r1", "here", 2), reservedPieces("r2", "there", 3)];
    expect(moved([need(4)], reserved, "there")).toEqual([
      ["there", "r2", 3, 3],
      ["here", "r1", 0, 1],
      ["there", null, 1, 0],
    ]);
  });

  it("leave the given location also if nothing is reserved for them there", () => {
    expect(moved([need(2)], [], "here")).toEqual([["here", null, 2, 0]]);
    expect(moved([need(2)], [reservedPieces("r1", "here", 2, "another line")], "here")).toEqual([
      ["here", null, 2, 0],
    ]);
  });

  it("leave locations with available pieces if they are not reserved", () => {
    const levels = [level("here", 3, 2), level("there", 5, 4), level("nowhere", 1, 2)];
    expect(moved([need(2)], [reservedPieces("r1", "here", 1)], null, levels)).toEqual([
      ["here", "r1", 1, 1],
      ["here", null, 1, 0],
    ]);
    expect(moved([need(1), need(1, { lineItemId: "other" })], [], null, levels)).toEqual([
      ["here", null, 1, 0],
      ["there", null, 1, 0],
    ]);
    expect(() => moved([need(3)], [], null, levels)).toThrow("Insufficient stock for item: Boots");
  });

  it("are not taken if their item has no level", () => {
    expect(moved([need(2)], [], null)).toEqual([]);
  });

  it("are counted by item and line", () => {
    const laces = need(4, { itemId: "laces" });
    const reserved = [
      reservedPieces("r1", "here", 2),
      { ...reservedPieces("r2", "here", 4), itemId: "laces" },
    ];
    expect(moved([need(2), laces], reserved, null)).toEqual([
      ["here", "r1", 2, 2],
      ["here", "r2", 4, 4],
    ]);
  });
});

describe("goods that are out of stock", () => {
  const refusing = (
    needs: TitledNeed[],
    locationId: string,
    stocked: number | null,
    { others = 0, reserved = [] as ReservedPieces[] } = {},
  ) => {
    const taken = others + reserved.reduce((sum, { quantity }) => sum + quantity, 0);
    const levels = stocked === null ? [] : [level("here", stocked, taken)];
    return () =>
      refuseInsufficientStock(outgoingMovements(needs, { reserved, levels, locationId }), { needs, levels });
  };

  it("are refused, even if they are reserved for their own line", () => {
    expect(refusing([need(3)], "here", 3)).not.toThrow();
    expect(refusing([need(4)], "here", 3)).toThrow("Insufficient stock for item: Boots");
    expect(refusing([need(2), need(2, { lineItemId: "other" })], "here", 3)).toThrow("Insufficient stock");
    expect(refusing([need(1)], "there", 3)).toThrow("Inventory item for Boots not found at location");
    expect(refusing([need(1)], "here", null)).toThrow("not found at location");
  });

  it("are refused if they are reserved for another line", () => {
    expect(refusing([need(2)], "here", 3, { others: 1 })).not.toThrow();
    expect(refusing([need(3)], "here", 3, { others: 1 })).toThrow("Insufficient stock for item: Boots");
    const own = [reservedPieces("r1", "here", 2)];
    expect(refusing([need(2)], "here", 3, { others: 1, reserved: own })).not.toThrow();
    expect(refusing([need(3)], "here", 3, { others: 1, reserved: own })).toThrow("Insufficient stock");
    // No pieces are available, but reserved pieces of the line may leave.
    expect(refusing([need(2)], "here", 2, { others: 3, reserved: own })).not.toThrow();
  });
});
