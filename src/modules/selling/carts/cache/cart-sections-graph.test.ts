import { describe, expect, it } from "vitest";
import type { Tx } from "../../../../db/database.ts";
import { changedSections } from "./cart-sections-graph.ts";

const written = (...tables: string[]) =>
  ({ tables: () => tables, hasRowChanges: (table: string) => tables.includes(table) }) as Tx["written"];

describe("the sections that a change has written", () => {
  it("are those of the tables; events and held stock are in none", () => {
    expect(changedSections(written("line_item", "tradewind.event", "tradewind.stock_hold"))).toEqual([
      "lines",
      "goods",
    ]);
    expect(changedSections(written("tradewind.event"))).toEqual([]);
  });

  it("are unknown for tables that are in no section, also for those of our own that carts show", () => {
    expect(changedSections(written("line_item", "region"))).toBeNull();
    expect(changedSections(written("line_item", "tradewind.tax_answer"))).toBeNull();
  });
});
