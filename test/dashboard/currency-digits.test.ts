/** @module-tag short */
import { expect, it } from "vitest";
import { digitsOf } from "../../dashboard/src/kit/format/currency-digits.ts";
import { currencyExponents } from "../../src/kernel/currencies.ts";

it("the dashboard counts the digits of every currency as the server does", () => {
  for (const [code, digits] of currencyExponents) expect([code, digitsOf(code)]).toEqual([code, digits]);
});
