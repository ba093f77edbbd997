import { describe, expect, it } from "vitest";
import { lineAmount, missingField, type ShownCart, sentAddress, sumsOf } from "./payment.ts";

/** A mug of 20.00 with 25 % tax in it, 10 % off, sent for 5.00. */
const line = {
  title: "Mug",
  description: null,
  quantity: 1,
  is_return: false,
  subtotal: 1600,
  tax_total: 360,
  original_total: 2000,
  total: 1800,
};
const cart: ShownCart = {
  items: [line],
  shipping_methods: [{ total: 500 }],
  subtotal: 1600,
  discount_total: 160,
  shipping_total: 400,
  gift_card_total: 0,
  gift_card_tax_total: 0,
  tax_total: 460,
  total: 2300,
};

describe("the sums of a payment", () => {
  it("are all with taxes where the prices are", () => {
    expect(lineAmount(line, true)).toBe(2000);
    expect(sumsOf(cart, true)).toMatchObject({ goods: 2000, discount: 200, shipping: 500, total: 2300 });
  });

  it("are all without taxes elsewhere", () => {
    expect(lineAmount(line, false)).toBe(1600);
    const { goods, discount, shipping, taxes, total } = sumsOf(cart, false);
    expect(goods - discount + shipping + taxes).toBe(total);
  });

  it("credit what a returned line was paid with", () => {
    const returned = { ...line, is_return: true, original_total: -2000, total: -1800 };
    const sums = sumsOf({ ...cart, items: [line, returned], total: 500 }, true);
    expect(sums).toMatchObject({ goods: 200, discount: 200, shipping: 500, total: 500 });
  });
});

describe("an address that a customer types", () => {
  const whole = {
    first_name: "Ada",
    last_name: "Byron",
    address_1: "Low Street 1",
    city: "Town",
    country_code: "ie",
  };

  it("needs no postal code", () => expect(missingField(whole)).toBeNull());

  it("names the first field that is missing", () =>
    expect(missingField({ ...whole, city: "  " })).toBe("city"));

  it("is taken without other fields and without spaces", () =>
    expect(sentAddress({ ...whole, city: " Town ", step: "address", metadata: "{}" })).toEqual(whole));
});
