import { describe, expect, it } from "vitest";
import type { StockMovement } from "./fulfilled-stock.ts";
import { restoredStock } from "./restored-stock.ts";

const movement = (details: Partial<StockMovement>): StockMovement => ({
  lineItemId: "line",
  itemId: "item",
  locationId: "here",
  reservationId: null,
  stocked: 0,
  reserved: 0,
  ...details,
});

const level = (locationId: string, stocked: number, reserved: number) => ({
  itemId: "item",
  locationId,
  stocked,
  reserved,
});

const reservations = (...restored: Parameters<typeof restoredStock>) =>
  restoredStock(...restored).reservations.map((one) => [one.locationId, one.reservationId, one.quantity]);

describe("goods of a canceled fulfilment", () => {
  const own = movement({ reservationId: "r1", stocked: 2, reserved: 2 });
  const elsewhere = movement({ reservationId: "r2", locationId: "there", reserved: 2 });
  const loose = movement({ stocked: 2 });

  it("are reserved at their old location again, even if too little is stocked there", () => {
    expect(restoredStock([own], [level("here", 0, 3)])).toMatchObject({
      growth: [{ locationId: "here", stocked: 2, reserved: 2 }],
      reservations: [{ reservationId: "r1", quantity: 2 }],
    });
  });

  it("are reserved at their old location as far as it has available pieces, otherwise at the one they left", () => {
    const here = level("here", 0, 0);
    expect(reservations([elsewhere, loose], [here, level("there", 2, 0)])).toEqual([["there", "r2", 2]]);
    expect(reservations([elsewhere, loose], [here, level("there", 2, 1)])).toEqual([
      ["there", "r2", 1],
      ["here", null, 1],
    ]);
    expect(reservations([elsewhere, loose], [here, level("there", 2, 3)])).toEqual([["here", null, 2]]);
    expect(reservations([elsewhere, loose], [here])).toEqual([["here", null, 2]]);
  });

  it("are available if they were not reserved", () => {
    expect(restoredStock([loose], [level("here", 0, 0)])).toMatchObject({
      growth: [{ locationId: "here", stocked: 2, reserved: 0 }],
      reservations: [],
    });
  });
});
