import { describe, expect, it } from "vitest";
import {
  isAllPacked,
  isAllShipped,
  isBackUnshipped,
  type LinePieces,
  piecesToPack,
  refuseToClaim,
  refuseToPack,
  refuseToReturn,
  refuseToUnpack,
  settledPieces,
  unsentAmong,
} from "./line-pieces.ts";

const line = (details: Partial<LinePieces>): LinePieces => ({
  quantity: 5,
  fulfilled_quantity: null,
  shipped_quantity: null,
  returned_quantity: null,
  returned_unsent: 0,
  ...details,
});

/** Two of five were given up before anything was packed, then two were packed, and one of them came back. */
const busy = line({ fulfilled_quantity: 2, returned_quantity: 3, returned_unsent: 2 });

describe("the pieces of a line", () => {
  it("can be packed unless they were packed or canceled before", () => {
    expect([piecesToPack(line({})), piecesToPack(busy)]).toEqual([5, 1]);
    expect(() => refuseToPack(busy, 1)).not.toThrow();
    expect(() => refuseToPack(busy, 2)).toThrow("Cannot fulfill more items");
    expect(settledPieces(busy)).toBe(4);
  });

  it("are all packed, or shipped, without the canceled ones", () => {
    const rest = line({ fulfilled_quantity: 3, returned_quantity: 2, returned_unsent: 2 });
    expect([isAllPacked(busy), isAllPacked(rest)]).toEqual([false, true]);
    expect([isAllShipped(rest), isAllShipped({ ...rest, shipped_quantity: 3 })]).toEqual([false, true]);
  });

  it("are returned by the customer first; only the rest was never sent", () => {
    expect([1, 2].map((quantity) => unsentAmong(busy, quantity))).toEqual([0, 1]);
    expect(unsentAmong(line({}), 3)).toBe(3);
  });

  it("can be returned once, and not while another return has requested them", () => {
    expect(() => refuseToReturn(busy, 2, 0)).not.toThrow();
    expect(() => refuseToReturn(busy, 3, 0)).toThrow("Cannot return more items");
    expect(() => refuseToReturn(busy, 2, 1)).toThrow("Cannot return more items");
  });

  it("can be claimed by a customer who has them", () => {
    expect(() => refuseToClaim(busy, 1)).not.toThrow();
    expect(() => refuseToClaim(busy, 2)).toThrow("Cannot claim more");
  });

  it("can be unpacked unless they were returned", () => {
    expect(() => refuseToUnpack(busy, 1)).not.toThrow();
    expect(() => refuseToUnpack(busy, 2)).toThrow("have come back");
    // v1 did not always record packed pieces.
    expect(() => refuseToUnpack(line({}), 1)).not.toThrow();
  });

  it("remain to be shipped unless all of them were returned", () => {
    expect(isBackUnshipped(busy)).toBe(false);
    expect(isBackUnshipped(line({ fulfilled_quantity: 2, returned_quantity: 2 }))).toBe(true);
    expect(isBackUnshipped(line({}))).toBe(false);
  });
});
