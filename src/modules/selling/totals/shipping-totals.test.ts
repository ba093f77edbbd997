import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aMethod, aRate, methods } from "../../../../test/support/totals.ts";
import { shippingTotals } from "./shipping-totals.ts";

describe("a shipping method", () => {
  it("costs its price and the tax on top", () => {
    expect(shippingTotals(aMethod())).toEqual({
      subtotal: 500,
      tax_total: 50,
      total: 550,
      original_tax_total: 50,
      original_total: 550,
    });
  });

  it("whose price contains the tax costs just that", () => {
    expect(shippingTotals(aMethod({ price: 550, includes_tax: true }))).toMatchObject({
      subtotal: 500,
      tax_total: 50,
      total: 550,
    });
  });

  it("rounds the taxes of all its rates once", () => {
    expect(shippingTotals(aMethod({ price: 50, tax_lines: [aRate(5), aRate(5)] })).tax_total).toBe(5);
  });

  it("is free with everything that belongs to it", () => {
    for (const includes_tax of [true, false]) {
      const totals = Object.values(shippingTotals(aMethod({ price: 0, includes_tax })));
      expect(totals).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it("adds up, is never negative, and with the tax in its price costs exactly that", () => {
    fc.assert(
      fc.property(methods, (method) => {
        const { subtotal, tax_total, total } = shippingTotals(method);
        expect(total).toBe(subtotal + tax_total);
        expect(method.includes_tax ? total : subtotal).toBe(method.price);
        expect(Math.min(subtotal, tax_total)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
