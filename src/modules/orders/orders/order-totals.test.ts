import { describe, expect, it } from "vitest";
import { isTotal, shownTotals } from "./order-totals.ts";

const totalsFor = (fields: string[], isList: boolean, relations = ["items", "shipping_methods"]) =>
  shownTotals({ fields, relations: new Set(relations), isList });

describe("the totals of a single order", () => {
  it("are all included, whatever `fields` names", () => {
    for (const fields of [[], ["id"], ["total"], ["items.refundable"]]) {
      const { ofOrder, ofLines, ofShippingMethods } = totalsFor(fields, false);
      expect([ofOrder("total"), ofOrder("raw_discount_total")]).toEqual([true, true]);
      expect([ofLines("total"), ofLines("refundable"), ofShippingMethods("total")]).toEqual([
        true,
        true,
        true,
      ]);
    }
  });

  it("exclude the unrounded discount of lines if `fields` names a total of lines", () => {
    expect(totalsFor(["id"], false).ofLines("raw_discount_total")).toBe(true);
    expect(totalsFor(["total"], false).ofLines("raw_discount_total")).toBe(true);
    expect(totalsFor(["items.refundable"], false).ofLines("raw_discount_total")).toBe(false);
  });

  it("of lines that are not expanded are only those that `fields` names", () => {
    const { ofLines } = totalsFor(["items.title", "items.refundable"], false, []);
    expect([ofLines("refundable"), ofLines("total")]).toEqual([true, false]);
  });
});

describe("the totals of orders in a list", () => {
  it("are those that `fields` names", () => {
    const { ofOrder, ofLines, ofShippingMethods } = totalsFor(
      ["id", "shipping_total", "items.refundable"],
      true,
    );
    expect([ofOrder("shipping_total"), ofOrder("subtotal")]).toEqual([true, false]);
    expect([ofLines("refundable"), ofLines("total"), ofShippingMethods("total")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(["total", "subtotal"])("include those of the lines if `fields` names the %s", (name) => {
    const { ofOrder, ofLines, ofShippingMethods } = totalsFor(["id", name], true);
    expect([ofOrder(name), ofOrder("paid_total"), ofShippingMethods("total")]).toEqual([true, false, false]);
    expect([ofLines("tax_total"), ofLines("raw_discount_total"), ofLines("refundable")]).toEqual([
      true,
      true,
      false,
    ]);
    const withRefundable = totalsFor(["id", name, "items.refundable"], true).ofLines;
    expect([withRefundable("refundable"), withRefundable("raw_discount_total")]).toEqual([true, false]);
  });

  it("include the unrounded discount if the view always does", () => {
    const relations = new Set(["items"]);
    const whole = shownTotals({ fields: ["id"], relations, isList: true, alwaysRaw: true });
    expect(whole.ofOrder("raw_discount_total")).toBe(true);
    const fields = ["total", "items.refundable"];
    const named = shownTotals({ fields, relations, isList: true, alwaysRaw: true });
    expect([named.ofOrder("raw_discount_total"), named.ofLines("raw_discount_total")]).toEqual([false, true]);
  });

  it("are all except the unrounded discount if `fields` names none", () => {
    const { ofOrder, ofLines } = totalsFor(["id"], true);
    expect([ofOrder("total"), ofOrder("raw_discount_total"), ofLines("total")]).toEqual([true, false, true]);
  });
});

it("recognizes totals of orders, lines and exchanges", () => {
  expect(["total", "items.refundable", "swaps.additional_items.refundable"].every(isTotal)).toBe(true);
  expect(["id", "tax_rate", "items.unit_price"].some(isTotal)).toBe(false);
});
