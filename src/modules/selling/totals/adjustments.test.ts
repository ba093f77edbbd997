import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aLine, plainLines } from "../../../../test/support/factories/totals.ts";
import { adjustmentsOf, type DiscountableLine, type GoodsDiscount } from "./adjustments.ts";
import { lineSubtotal } from "./line-totals.ts";
import { cartTotals } from "./totals.ts";

let made = 0;

const open = (details: Partial<DiscountableLine> = {}): DiscountableLine => ({
  ...aLine(),
  id: `item_${++made}`,
  allow_discounts: true,
  is_return: false,
  is_eligible: true,
  ...details,
});

const tenPercent: GoodsDiscount = { type: "percentage", value: 10, allocation: "total" };
const fixed = (value: number, allocation: "total" | "item" = "total"): GoodsDiscount => ({
  type: "fixed",
  value,
  allocation,
});

const amounts = (lines: DiscountableLine[], discount: GoodsDiscount) =>
  adjustmentsOf(lines, discount).map(({ amount }) => amount);

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);

describe("a percentage", () => {
  it.each(["total", "item", null] as const)(
    "reduces each line by a rounded amount (allocation %s)",
    (allocation) => {
      const lines = [open({ quantity: 2 }), open({ unit_price: 333 }), open({ unit_price: 5 })];
      expect(amounts(lines, { ...tenPercent, allocation })).toEqual([200, 33, 1]);
    },
  );

  it.each([
    [1999, 50, 999],
    [2599, 50, 1300],
    [410, 15, 61],
    [1150, 15, 173],
  ])("of %i is rounded as in v1: %i %% are %i", (unit_price, value, amount) => {
    expect(amounts([open({ unit_price })], { ...tenPercent, value })).toEqual([amount]);
  });

  it("of a price with tax is calculated from the price without tax", () => {
    expect(amounts([open({ unit_price: 1100, includes_tax: true })], tenPercent)).toEqual([100]);
  });
});

describe("a fixed amount", () => {
  it("for the cart is divided by the value of the lines and not rounded", () => {
    const [first, second] = amounts([open(), open({ unit_price: 666 })], fixed(500));
    expect(first).toBeCloseTo(300.12, 2);
    expect(second).toBeCloseTo(199.88, 2);
    expect(first! + second!).toBeCloseTo(500, 9);
  });

  it("for the cart is at most the total of the lines", () => {
    expect(amounts([open(), open({ quantity: 2 })], fixed(5000))).toEqual([1000, 2000]);
  });

  it("for every piece is at most the total of the line", () => {
    expect(amounts([open({ quantity: 3 }), open({ unit_price: 200 })], fixed(300, "item"))).toEqual([
      900, 200,
    ]);
  });

  it("reduces eligible lines, but is divided among all discountable lines", () => {
    const lines = [open(), open({ is_eligible: false }), open({ unit_price: 2000 })];
    expect(amounts(lines, fixed(400))).toEqual([100, 200]);
  });

  it("does not reduce free goods", () => {
    expect(amounts([open({ unit_price: 0 })], fixed(500))).toEqual([]);
    expect(amounts([], fixed(500))).toEqual([]);
  });
});

describe("lines without a discount", () => {
  it.each([
    ["that do not allow discounts", { allow_discounts: false }],
    ["that are returned", { is_return: true, unit_price: -500 }],
    ["that the conditions exclude", { is_eligible: false }],
  ])("are those %s", (_, details) => {
    const line = open();
    const adjusted = adjustmentsOf([open(details), line], tenPercent);
    expect(adjusted).toEqual([{ item_id: line.id, amount: 100 }]);
  });

  it("get no share of a fixed amount", () => {
    expect(
      amounts([open({ allow_discounts: false }), open({ is_return: true }), open()], fixed(500)),
    ).toEqual([500]);
  });
});

const lines = fc
  .array(
    fc.tuple(
      plainLines,
      fc.record({ allow_discounts: fc.boolean(), is_return: fc.boolean(), is_eligible: fc.boolean() }),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.map(([line, flags]) => open({ ...line, ...flags })));

const discounts = fc.oneof(
  fc.record({
    type: fc.constant("percentage" as const),
    value: fc.nat(100),
    allocation: fc.constantFrom("total" as const, "item" as const, null),
  }),
  fc.record({
    type: fc.constant("fixed" as const),
    value: fc.nat(2_000_000),
    allocation: fc.constantFrom("total" as const, "item" as const),
  }),
);

/** The lines with their adjustments. */
const after = (all: DiscountableLine[], discount: GoodsDiscount) => {
  const adjustments = adjustmentsOf(all, discount);
  return all.map((line) => ({
    ...line,
    adjustments: adjustments.filter(({ item_id }) => item_id === line.id),
  }));
};

const whole = (all: DiscountableLine[]) =>
  cartTotals({ lines: all, shipping: [], giftCards: [], giftCardsTaxable: true }).whole;

describe("every discount", () => {
  it("is positive and at most the total of the line", () => {
    fc.assert(
      fc.property(lines, discounts, (all, discount) => {
        for (const { item_id, amount } of adjustmentsOf(all, discount)) {
          expect(amount).toBeGreaterThan(0);
          expect(amount).toBeLessThanOrEqual(lineSubtotal(all.find(({ id }) => id === item_id)!));
        }
      }),
    );
  });

  it("never makes a total negative", () => {
    fc.assert(
      fc.property(lines, discounts, (all, discount) => {
        for (const amount of Object.values(whole(after(all, discount)))) {
          expect(amount).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it("does not depend on the order of the lines", () => {
    fc.assert(
      fc.property(lines, discounts, (all, discount) => {
        const forwards = new Map(adjustmentsOf(all, discount).map((each) => [each.item_id, each.amount]));
        const backwards = adjustmentsOf([...all].reverse(), discount);
        expect(backwards.length).toBe(forwards.size);
        // The sum of all lines is exact, so their order does not change a share of it.
        for (const { item_id, amount } of backwards) expect(amount).toBe(forwards.get(item_id));
      }),
    );
  });
});

describe("a fixed amount for the cart", () => {
  it("adds up to its full value, or to the total of the lines", () => {
    fc.assert(
      fc.property(lines, fc.nat(2_000_000), (all, value) => {
        const eligible = all.map((line) => ({ ...line, is_eligible: true }));
        const basis = sum(
          eligible.filter((line) => line.allow_discounts && !line.is_return).map(lineSubtotal),
        );
        const adjusted = after(eligible, fixed(value));
        expect(sum(adjusted.flatMap((line) => line.adjustments.map(({ amount }) => amount)))).toBeCloseTo(
          Math.min(value, basis),
          3,
        );
        expect(whole(adjusted).discount_total).toBe(Math.min(value, basis));
      }),
    );
  });
});
