import { describe, expect, it } from "vitest";
import { firstDifference } from "../../bench/compare/difference.ts";

const cart = {
  id: "cart_01M7FPAFDAW72A4TYDK4ZWC6HZ",
  created_at: "2026-01-01T00:00:00.000Z",
  region: { id: "reg_01M7FPAFDAW72A4TYDK4ZWC6HZ", countries: [{ id: 59, iso_2: "dk" }] },
  items: [
    { title: "Cap", unit_price: 1995 },
    { title: "Scarf", unit_price: 2995 },
  ],
  context: { ip: "127.0.0.1" },
  total: 4990,
};

describe("answers of two servers", () => {
  it("are the same with any ids, times and order of their lines", () => {
    const theirs = {
      ...cart,
      id: "cart_01M7FP9D336XXQTVC40H3657V2",
      created_at: "2026-01-02T03:04:05.678Z",
      region: { id: "reg_01M7FP9D336XXQTVC40H3657V2", countries: [{ id: 60, iso_2: "dk" }] },
      items: [...cart.items].reverse(),
      context: { ip: "::ffff:127.0.0.1" },
    };
    expect(firstDifference(cart, theirs, "cart")).toBeNull();
  });

  it("are the same if ours has an additional total, but not if one is missing", () => {
    const { total, ...less } = cart;
    expect(firstDifference({ ...cart, raw_discount_total: 0 }, cart, "cart")).toBeNull();
    expect(firstDifference({ ...cart, secret: 1 }, cart, "cart")).toBe("cart.secret is only here");
    expect(firstDifference(less, cart, "cart")).toBe("cart.total is only there");
  });

  it("differ where a value, a line or a kind differs, and the place is named", () => {
    const dear = { ...cart, items: [cart.items[0]!, { title: "Scarf", unit_price: 1 }] };
    expect(firstDifference(cart, dear, "cart")).toBe("cart.items[1].unit_price is 2995 here and 1 there");
    expect(firstDifference(cart, { ...cart, items: [] }, "cart")).toBe("cart.items has 2 here and 0 there");
    expect(firstDifference(cart, { ...cart, region: null }, "cart")).toMatch(
      /^cart\.region is .* here and null there$/,
    );
  });
});
