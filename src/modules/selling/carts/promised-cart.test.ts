import { describe, expect, it } from "vitest";
import { agreedPrices, handmadeLine, lastByProfile, withPriceByHand } from "./promised-cart.ts";

describe("a line made by hand", () => {
  it("sells no product: no tax in it, no discount on it, and it is sent with whatever is sent", () => {
    expect(handmadeLine("item_1", { title: "Engraving", unit_price: 150, quantity: 2 })).toEqual({
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

  it.each([[{}], [{ title: "" }]])("has a name and costs nothing where nothing is said: %j", (sent) => {
    const line = handmadeLine("item_1", { ...sent, quantity: 1 });
    expect(line).toMatchObject({ title: "Custom item", unit_price: 0 });
  });
});

describe("a price by hand", () => {
  const line = { ...handmadeLine("item_1", { quantity: 1, unit_price: 900 }), includes_tax: true };

  it("is without tax and stays with its pieces", () => {
    expect(withPriceByHand(line, { quantity: 1, unit_price: 0 })).toMatchObject({
      unit_price: 0,
      includes_tax: false,
      should_merge: false,
    });
  });

  it("is none where none was set", () => {
    expect(withPriceByHand(line, { quantity: 1 })).toBe(line);
  });
});

describe("ways to ship that are promised", () => {
  const way = (id: string, profile_id: string, price: number, isAgreed: boolean) => ({
    option: { id, profile_id },
    price,
    isAgreed,
  });

  it("are one for each profile, the last one", () => {
    const ways = [way("a", "p1", 1, false), way("b", "p2", 2, false), way("c", "p1", 3, false)];
    expect(lastByProfile(ways).map(({ option }) => option.id)).toEqual(["c", "b"]);
  });

  it("are all agreed on once one is, and otherwise none", () => {
    const [free, usual] = [way("a", "p1", 0, true), way("b", "p2", 500, false)];
    expect(agreedPrices([usual])).toEqual([]);
    expect(agreedPrices([usual, free])).toEqual([
      { optionId: "b", price: 500 },
      { optionId: "a", price: 0 },
    ]);
  });
});
