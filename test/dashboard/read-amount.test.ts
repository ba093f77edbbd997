/** @module-tag short */
import { describe, expect, it } from "vitest";
import { readAmount, readNumber } from "../../dashboard/src/kit/format/read-amount.ts";

/** The text of an amount, and what it is in the smallest unit or why it is refused. */
type Case = [text: string, currency: string, language: string, result: number | string];

const cases: Record<string, Case[]> = {
  "amounts as the language writes them": [
    ["12", "usd", "en", 1200],
    ["12.5", "usd", "en", 1250],
    ["12.", "usd", "en", 1200],
    [".5", "usd", "en", 50],
    ["0.07", "usd", "en", 7],
    ["1,000", "usd", "en", 100000],
    ["1,234,567.89", "usd", "en", 123456789],
    ["1.000", "eur", "de", 100000],
    ["1.234,50", "eur", "de", 123450],
    ["1 234,50", "eur", "fr", 123450],
    ["1 234,50", "eur", "fr", 123450],
    ["1’234.50", "chf", "de-CH", 123450],
    ["800", "jpy", "en", 800],
    ["1,000", "jpy", "en", 1000],
    ["1.500", "kwd", "en", 1500],
    ["-5", "usd", "en", -500],
  ],
  "amounts as other programs write them, if they can mean one amount only": [
    ["1.000,00", "usd", "en", 100000],
    ["1,000.00", "eur", "de", 100000],
    ["12,5", "usd", "en", 1250],
    ["1.234.567", "usd", "en", 123456700],
    ["800.00", "jpy", "en", 800],
    ["12.3400", "usd", "en", 1234],
    ["€ 12", "eur", "en", 1200],
    ["12 EUR", "eur", "en", 1200],
    ["$12.50", "usd", "de", 1250],
    ["¥800", "jpy", "en", 800],
  ],
  "not what can mean two amounts": [
    ["1.000", "usd", "en", "ambiguous"],
    ["12.500", "usd", "en", "ambiguous"],
    ["1,000", "eur", "de", "ambiguous"],
    ["1.000", "jpy", "en", "ambiguous"],
    ["1,000", "eur", "fr", "ambiguous"],
  ],
  "not decimals that the currency does not have": [
    ["800.50", "jpy", "en", "decimals"],
    ["800,50", "jpy", "de", "decimals"],
    ["12.345", "usd", "de", 1234500],
    ["12.3456", "usd", "en", "decimals"],
    ["0.125", "usd", "en", "decimals"],
  ],
  "not several values": [
    ["199\n198\n197", "usd", "en", "several"],
    ["199\t198", "usd", "en", "several"],
    ["199; 198", "usd", "en", "several"],
  ],
  "not amounts of another currency": [
    ["€12", "usd", "en", "currency"],
    ["12 EUR", "usd", "en", "currency"],
  ],
  "not what is no number": [
    ["cheap", "usd", "en", "number"],
    ["12 50", "usd", "en", "number"],
    ["1,00,000", "usd", "en", "number"],
    ["1,2,3", "usd", "en", "number"],
    ["1.2.3,4", "usd", "en", "number"],
    ["1,000.000.00", "usd", "en", "number"],
    [".", "usd", "en", "number"],
    ["--5", "usd", "en", "number"],
    ["5-", "usd", "en", "number"],
    ["1e3", "usd", "en", "number"],
  ],
  "not more than can be stored": [
    ["21,474,836.47", "usd", "en", 2147483647],
    ["21,474,836.48", "usd", "en", "large"],
    ["99999999999999999999", "usd", "en", "large"],
  ],
};

describe("an amount is read from", () => {
  for (const [name, listed] of Object.entries(cases)) {
    it(name, () => {
      const read = listed.map(([text, currency, language]) => {
        const result = readAmount(text, { currency, language });
        return [text, currency, language, "problem" in result ? result.problem : result.value];
      });
      expect(read).toEqual(listed);
    });
  }

  it("a text for pieces, without a currency", () => {
    const read = (text: string) => readNumber(text, { digits: 0, language: "en" });
    expect(read("1,200")).toEqual({ value: 1200 });
    expect(read("12.5")).toEqual({ problem: "decimals" });
    expect(read("1.200")).toEqual({ problem: "ambiguous" });
  });
});
