import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { currencyExponents, exponentOf } from "../../kernel/currencies.ts";
import { stripeAmount } from "./stripe-amount.ts";

describe("an amount at Stripe", () => {
  it.each([
    ["eur", 1050, 1050],
    ["USD", 1, 1],
    ["jpy", 500, 500],
    ["krw", 500, 500],
    ["huf", 1050, 1050],
    ["twd", 1050, 1050],
    ["isk", 5, 500],
    ["ugx", 5, 500],
    ["mga", 12300, 123],
    ["xpf", 12300, 123],
    ["kwd", 5120, 5120],
    ["bhd", 10, 10],
    ["eur", 0, 0],
  ])("of %s %i is %i", (currency, amount, expected) => {
    expect(stripeAmount(amount, currency)).toBe(expected);
  });

  it.each([
    ["kwd", 5124, "Stripe takes KWD in steps of 0.010, so 5.124 cannot be paid"],
    ["tnd", 1, "Stripe takes TND in steps of 0.010, so 0.001 cannot be paid"],
    ["mga", 12345, "Stripe takes MGA in steps of 1.00, so 123.45 cannot be paid"],
  ])("of %s %i is refused, as it cannot be taken to the last digit", (currency, amount, message) => {
    expect(() => stripeAmount(amount, currency)).toThrow(message);
  });

  it("is the same money in every currency, or refused", () => {
    const decimals = (currency: string) => ({ isk: 2, ugx: 2, mga: 0 })[currency] ?? exponentOf(currency);
    fc.assert(
      fc.property(
        fc.constantFrom(...currencyExponents.keys()),
        fc.integer({ min: 0, max: 2_147_483_647 }),
        (currency, amount) => {
          let taken: number;
          try {
            taken = stripeAmount(amount, currency);
          } catch {
            return;
          }
          expect(Number.isSafeInteger(taken)).toBe(true);
          // As whole thousandths, so that nothing is lost in fractions.
          const thousandths = (units: number, digits: number) => units * 10 ** (3 - digits);
          expect(thousandths(taken, decimals(currency))).toBe(thousandths(amount, exponentOf(currency)));
        },
      ),
    );
  });
});
