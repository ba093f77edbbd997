import { describe, expect, it } from "vitest";
import { aCartModel, aLineModel } from "../../../../test/support/factories/cart-models.ts";
import type { Cart, LineFacts } from "./cart.ts";
import { ratesOf } from "./cart-totals.ts";
import {
  meetsRequirements,
  type OfferedOption,
  refuseUnavailableOption,
  shippedLines,
} from "./shipping-choice.ts";

const anOption = (details: Partial<OfferedOption> = {}): OfferedOption => ({
  id: "so_1",
  region_id: "reg_1",
  profile_id: "sp_1",
  provider_id: "manual",
  price_type: "flat_rate",
  amount: 500,
  is_return: false,
  admin_only: false,
  includes_tax: false,
  data: {},
  requirements: [],
  ...details,
});

const from = (amount: number) => ({ type: "min_subtotal" as const, amount });
const below = (amount: number) => ({ type: "max_subtotal" as const, amount });

const meets = (option: Partial<OfferedOption>, cart: Cart = aCartModel()) =>
  meetsRequirements(cart, ratesOf(cart), anOption(option));

const choose = (option: Partial<OfferedOption>, cart: Cart = aCartModel()) =>
  refuseUnavailableOption(cart, ratesOf(cart), anOption(option));

describe("a shipping option", () => {
  it.each([
    [[], true],
    [[from(1000)], true],
    [[from(1001)], false],
    [[below(1001)], true],
    [[below(1000)], false],
    [[from(500), below(2000)], true],
    [[from(500), below(1000)], false],
  ])("%j is offered for goods of 10.00: %s", (requirements, isMet) => {
    expect(meets({ requirements })).toBe(isMet);
  });

  it("compares the goods with tax if its own price includes tax", () => {
    expect(meets({ requirements: [from(1100)] })).toBe(false);
    expect(meets({ requirements: [from(1100)], includes_tax: true })).toBe(true);
    expect(meets({ requirements: [below(1100)], includes_tax: true })).toBe(false);
  });

  it("compares the goods without tax if its own price excludes tax", () => {
    const cart = aCartModel({ items: [aLineModel({ unit_price: 1100, includes_tax: true })] });
    expect(meets({ requirements: [from(1001)] }, cart)).toBe(false);
    expect(meets({ requirements: [from(1000)] }, cart)).toBe(true);
  });

  it("is offered for an empty cart only if it has no requirements", () => {
    const empty = aCartModel({ items: [] });
    expect(meets({ requirements: [from(1)] }, empty)).toBe(false);
    expect(meets({}, empty)).toBe(true);
  });
});

describe("choosing an option", () => {
  it("is refused in another region, if only administrators may choose it, and if a requirement is not met", () => {
    expect(() => choose({ region_id: "reg_2" })).toThrow("not available in the cart's region");
    expect(() => choose({ admin_only: true })).toThrow("not for customers");
    expect(() => choose({ is_return: true })).toThrow("for returns");
    expect(() => choose({ requirements: [from(5000)] })).toThrow("does not satisfy");
    expect(() => choose({})).not.toThrow();
  });

  it("is limited to options with agreed prices, whose requirements do not apply", () => {
    const { $facts } = aCartModel();
    const agreed = aCartModel({ $facts: { ...$facts, custom_shipping_prices: { so_1: 0 } } });
    expect(() => choose({ id: "so_2" }, agreed)).toThrow("Wrong shipping option");
    expect(() => choose({ is_return: true }, agreed)).toThrow("for returns");
    expect(() => choose({ requirements: [from(5000)], admin_only: true }, agreed)).not.toThrow();
  });
});

const inProfiles = (profiles: Record<string, string[]>): [string, LineFacts][] =>
  Object.entries(profiles).map(([id, each]) => [id, { rates: [], profiles: each }]);

describe("shipped lines", () => {
  it("are those whose product is in the profile of a chosen method", () => {
    const { $facts } = aCartModel();
    const cart = aCartModel({
      items: ["a", "b", "c", "d"].map((id) => aLineModel({ id })),
      $facts: { ...$facts, lines: inProfiles({ a: ["sp_1"], b: ["sp_2"], c: [], d: ["sp_3", "sp_1"] }) },
    });
    expect(shippedLines(cart, ["sp_1"])).toEqual(["a", "d"]);
    expect(shippedLines(cart, ["sp_1", "sp_2"])).toEqual(["a", "b", "d"]);
    expect(shippedLines(cart, [])).toEqual([]);
  });
});
