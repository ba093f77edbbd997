import { expect, it } from "vitest";
import { estimateOf, rates } from "./estimate.ts";

const million = 1_000_000;

it("an empty shop takes as long as the changes of its schema", () => {
  expect(estimateOf([], [{ table: "order" }])).toEqual({
    indexSeconds: 0,
    lockSeconds: rates.changes * rates.secondsPerChange,
    backfillSeconds: 0,
    diskBytes: 0,
    indexes: 1,
    rows: 0,
  });
});

it("every index counts its table, and only rows that are summed keep the tables locked longer", () => {
  const sizes = [
    { name: "order", rows: million, bytes: rates.scannedBytesPerSecond },
    { name: "cart", rows: 5 * million, bytes: 0 },
  ];
  const one = estimateOf(sizes, [{ table: "order" }]);
  const two = estimateOf(sizes, [{ table: "order" }, { table: "order" }, { table: "not there" }]);
  expect(one.indexSeconds).toBe(2 + million / rates.indexedRowsPerSecond);
  expect(two.indexSeconds).toBe(2 * one.indexSeconds);
  expect(two.lockSeconds).toBe(one.lockSeconds);
  expect(one.lockSeconds).toBeCloseTo(
    rates.changes * rates.secondsPerChange + (2 * million) / rates.summedRowsPerSecond,
  );
  expect(one.backfillSeconds).toBe(million / rates.backfilledRowsPerSecond);
});
