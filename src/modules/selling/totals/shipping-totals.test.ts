import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aMethod, aRate, methods } from "../../../../test/support/factories/totals.ts";
import { shippingTotals } from "./totals.ts";

describe("a shipping method", () => {
  it("costs its price plus tax", () => {
    expect(shippingTotals(aMethod())).toEqual({
      subtotal: 500,
      tax_total: 50,
      total: 550,
      original_tax_total: 50,
      original_total: 550,
    });
  });

  it("whose price includes tax costs its price", () => {
    expect(shippingTotals(aMethod({ price: 550, includes_tax: true }))).toMatchObject({
      subtotal: 500,
      tax_total: 50,
      total: 550,
    });
  });

  it("rounds the taxes of all its rates once", () => {
    expect(shippingTotals(aMethod({ price: 50, tax_lines: [aRate(5), aRate(5)] })).tax_total).toBe(5);
  });

  it("with a price of 0 has no tax", () => {
    for (const includes_tax of [true, false]) {
      const totals = Object.values(shippingTotals(aMethod({ price: 0, includes_tax })));
      expect(totals).toEqual([0, 0, 0, 0, 0]);
    }
  });

  it("has totals that add up and are never negative", () => {
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
