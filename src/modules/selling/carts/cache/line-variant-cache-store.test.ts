import { describe, expect, it } from "vitest";
import type { CartLine } from "../cart.ts";
import { withStock } from "./line-variant-cache-store.ts";

const line = (id: string, inventory_quantity: number) =>
  ({
    id,
    variant: { id: `variant of ${id}`, inventory_quantity, updated_at: "2024-01-01T00:00:00.000Z" },
  }) as unknown as CartLine;

const stock = JSON.stringify([["item_1", 3, "2024-05-06T07:08:09.123456+00:00"]]);

describe("the stock of lines", () => {
  it("comes from the current version, with an ISO timestamp", () => {
    const [changed] = withStock([line("item_1", 4)], stock);
    expect(changed!.variant).toEqual({
      id: "variant of item_1",
      inventory_quantity: 3,
      updated_at: "2024-05-06T07:08:09.123Z",
    });
  });

  it("does not change other lines or lines without a variant", () => {
    const lines = [line("item_2", 4), { id: "item_1", variant: null } as unknown as CartLine];
    expect(withStock(lines, stock)).toEqual(lines);
    expect(withStock(lines, null)).toEqual(lines);
  });
});
