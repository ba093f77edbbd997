import { describe, expect, it } from "vitest";
import { noRules } from "../../../plugins/rules/rules.ts";
import { agreedPrices, asAgreed, customLine, lastByProfile, manualPriceOf } from "./draft-cart.ts";

const context = { rules: noRules, source: "draft_order" } as const;

describe("a custom line", () => {
  it("has no product: it is not taxed or discounted, and needs no shipping method", () => {
    expect(customLine("item_1", { title: "Engraving", unit_price: 150, quantity: 2 }, context)).toEqual({
      id: "item_1",
      variant_id: null,
      title: "Engraving",
      description: null,
      thumbnail: null,
      unit_price: 150,
      quantity: 2,
      includes_tax: false,
      allow_discounts: false,
      is_giftcard: false,
      metadata: {},
      has_shipping: true,
    });
  });

  it.each([[{}], [{ title: "" }]])("has a default title and costs nothing without a price: %j", (sent) => {
    const line = customLine("item_1", { ...sent, quantity: 1 }, context);
    expect(line).toMatchObject({ title: "Custom item", unit_price: 0 });
  });
});

describe("a manual price", () => {
  it("excludes tax unless it is sent as one that includes it, and is at least 0", () => {
    expect(manualPriceOf({ quantity: 1, unit_price: -1 })).toEqual({ amount: 0, includesTax: false });
    expect(manualPriceOf({ quantity: 1, unit_price: 9, includes_tax: true })?.includesTax).toBe(true);
  });

  it("applies to these pieces only", () => {
    expect(asAgreed(customLine("item_1", { quantity: 1 }, context)).should_merge).toBe(false);
  });

  it("is optional", () => {
    expect(manualPriceOf({ quantity: 1 })).toBeNull();
  });
});

describe("the shipping methods of a draft", () => {
  const way = (id: string, profile_id: string, price: number, isAgreed: boolean) => ({
    option: { id, profile_id },
    price,
    isAgreed,
  });

  it("are the last ones for each profile", () => {
    const ways = [way("a", "p1", 1, false), way("b", "p2", 2, false), way("c", "p1", 3, false)];
    expect(lastByProfile(ways).map(({ option }) => option.id)).toEqual(["c", "b"]);
  });

  it("all have agreed prices if one of them has", () => {
    const [free, usual] = [way("a", "p1", 0, true), way("b", "p2", 500, false)];
    expect(agreedPrices([usual])).toEqual([]);
    expect(agreedPrices([usual, free])).toEqual([
      { optionId: "b", price: 500 },
      { optionId: "a", price: 0 },
    ]);
  });
});
