import { describe, expect, it } from "vitest";
import { shownAmount } from "../../../kernel/currencies.ts";
import { invited, orderPlaced, orderShipped, passwordReset } from "./mail.ts";

const order = {
  number: "7",
  currency_code: "eur",
  subtotal: 2000,
  discount_total: 100,
  shipping_total: 0,
  tax_total: 190,
  gift_card_total: 0,
  total: 2090,
  items: [{ title: "Mug", description: "Blue", quantity: 2, total: 2090 }],
};

describe("amounts in mails", () => {
  it.each([
    [1050, "eur", "10.50 EUR"],
    [1050, "jpy", "1050 JPY"],
    [1050, "kwd", "1.050 KWD"],
    [-5, "usd", "-0.05 USD"],
  ])("%i %s is %s", (amount, code, shown) => expect(shownAmount(amount, code)).toBe(shown));
});

describe("a mail", () => {
  it("lists the order, without amounts of zero", () => {
    const { subject, text } = orderPlaced(order);
    expect(subject).toBe("Your order 7");
    expect(text).toContain("2 x Mug (Blue): 20.90 EUR");
    expect(text).toContain("Discount: -1.00 EUR");
    expect(text).toContain("Total: 20.90 EUR");
    expect(text).not.toContain("Shipping");
  });

  it("contains the tracking links, if there are any", () => {
    const links = [
      { tracking_number: "A1", url: null },
      { tracking_number: "B2", url: "https://parcels.example/B2" },
    ];
    expect(orderShipped(order, { links }).text).toContain("Tracking: A1, B2 https://parcels.example/B2");
    expect(orderShipped(order, { links: [] }).text).not.toContain("Tracking");
  });

  it("leads to the page for a token, or gives the token", () => {
    expect(passwordReset("https://shop.example/", "a+b").text).toContain(
      "https://shop.example/reset-password?token=a%2Bb",
    );
    expect(invited(null, "abc").text).toContain("Your code: abc");
  });
});
