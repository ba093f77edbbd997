import { describe, expect, it } from "vitest";
import { haveOneShape } from "../../test/support/checks/same-shape.ts";
import { withStableShape } from "./with-stable-shape.ts";

const rowOf = (id: string) => JSON.parse(`{"id":"${id}","title":"Shirt","quantity":2}`);

describe("a row with added keys", () => {
  it("has the keys of both; the new value of a common key wins", () => {
    const row = rowOf("item_1");
    expect(withStableShape(row, { quantity: 3, total: 300 })).toEqual({
      id: "item_1",
      title: "Shirt",
      quantity: 3,
      total: 300,
    });
    expect(row).toEqual(rowOf("item_1"));
  });

  it("has the same shape as every other", () => {
    const made = (number: number) => withStableShape(rowOf(`item_${number}`), { total: 300 });
    expect(haveOneShape(made, (row) => row)).toBe(true);
  });
});
