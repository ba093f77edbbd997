import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import { cartIdOf, type DraftAction, type DraftOrder, draftGuards } from "./draft-order.ts";

const aDraft = (details: Partial<DraftOrder> = {}): DraftOrder => ({
  id: "dorder_1",
  status: "open",
  cart_id: "cart_1",
  order_id: null,
  ...details,
});

const completed = aDraft({ status: "completed", order_id: "order_1" });

describe("the actions of a draft order", () => {
  it.each(Object.keys(draftGuards) as DraftAction[])("are all allowed while it is open: %s", (action) => {
    expect(refusalFor(draftGuards, action, aDraft())).toBeNull();
  });

  it.each<[DraftAction, string, string]>([
    ["update", "not_allowed", "You are only allowed to update open draft orders"],
    ["delete", "not_allowed", "You are only allowed to delete open draft orders"],
    ["pay", "duplicate_error", "The draft order was paid before: it is the order order_1"],
  ])("are refused after its completion: %s", (action, type, message) => {
    expect(refusalFor(draftGuards, action, completed)).toMatchObject({ type, message });
  });
});

describe("the cart of a draft order", () => {
  it("is required for every action", () => {
    expect(cartIdOf(aDraft())).toBe("cart_1");
    expect(() => cartIdOf(aDraft({ cart_id: null }))).toThrow("has no cart");
  });
});
