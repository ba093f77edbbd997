import { describe, expect, it } from "vitest";
import { isTotal, shownTotals } from "./shown-totals.ts";

const shown = (fields: string[], isList: boolean, relations = ["items", "shipping_methods"]) =>
  shownTotals({ fields, relations: new Set(relations), isList });

describe("the totals of one order", () => {
  it("are all shown, whichever are named", () => {
    for (const fields of [[], ["id"], ["total"], ["items.refundable"]]) {
      const { ofOrder, ofLines, ofShippingMethods } = shown(fields, false);
      expect([ofOrder("total"), ofOrder("raw_discount_total")]).toEqual([true, true]);
      expect([ofLines("total"), ofLines("refundable"), ofShippingMethods("total")]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it("go without the discount of lines before rounding where any of lines are named", () => {
    expect(shown(["id"], false).ofLines("raw_discount_total")).toBe(true);
    expect(shown(["total"], false).ofLines("raw_discount_total")).toBe(true);
    expect(shown(["items.refundable"], false).ofLines("raw_discount_total")).toBe(false);
  });

  it("are shown at lines of which single fields are read only as far as they are named", () => {
    const { ofLines } = shown(["items.title", "items.refundable"], false, []);
    expect([ofLines("refundable"), ofLines("total")]).toEqual([true, false]);
  });
});

describe("the totals of orders in a list", () => {
  it("are those that are named", () => {
    const { ofOrder, ofLines, ofShippingMethods } = shown(["id", "shipping_total", "items.refundable"], true);
    expect([ofOrder("shipping_total"), ofOrder("subtotal")]).toEqual([true, false]);
    expect([ofLines("refundable"), ofLines("total"), ofShippingMethods("total")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(["total", "subtotal"])("are with the %s of the order also those of its lines", (name) => {
    const { ofOrder, ofLines, ofShippingMethods } = shown(["id", name], true);
    expect([ofOrder(name), ofOrder("paid_total"), ofShippingMethods("total")]).toEqual([true, false, false]);
    expect([ofLines("tax_total"), ofLines("raw_discount_total"), ofLines("refundable")]).toEqual([
      true,
      true,
      false,
    ]);
    const withRefundable = shown(["id", name, "items.refundable"], true).ofLines;
    expect([withRefundable("refundable"), withRefundable("raw_discount_total")]).toEqual([true, false]);
  });

  it("have the discount before rounding where it is always shown", () => {
    const relations = new Set(["items"]);
    const whole = shownTotals({ fields: ["id"], relations, isList: true, alwaysRaw: true });
    expect(whole.ofOrder("raw_discount_total")).toBe(true);
    const fields = ["total", "items.refundable"];
    const named = shownTotals({ fields, relations, isList: true, alwaysRaw: true });
    expect([named.ofOrder("raw_discount_total"), named.ofLines("raw_discount_total")]).toEqual([false, true]);
  });

  it("are all but the discount before rounding where none are named", () => {
    const { ofOrder, ofLines } = shown(["id"], true);
    expect([ofOrder("total"), ofOrder("raw_discount_total"), ofLines("total")]).toEqual([true, false, true]);
  });
});

it("knows totals of orders and of their parts", () => {
  expect(["total", "items.refundable", "swaps.additional_items.refundable"].every(isTotal)).toBe(true);
  expect(["id", "tax_rate", "items.unit_price"].some(isTotal)).toBe(false);
});
