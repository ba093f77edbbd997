import fc from "fast-check";
import type {
  PricedLine,
  PricedShipping,
  TaxLine,
  UsableGiftCard,
} from "../../../src/modules/selling/totals/index.ts";

export const aRate = (rate: number): TaxLine => ({ rate, name: "default", code: "default" });

/** A line of one piece for 10.00 at 10 % by default. */
export const aLine = (details: Partial<PricedLine> = {}): PricedLine => ({
  unit_price: 1000,
  quantity: 1,
  includes_tax: false,
  tax_lines: [aRate(10)],
  adjustments: [],
  ...details,
});

export const aMethod = (details: Partial<PricedShipping> = {}): PricedShipping => ({
  price: 500,
  includes_tax: false,
  tax_lines: [aRate(10)],
  ...details,
});

export const aCard = (details: Partial<UsableGiftCard> = {}): UsableGiftCard => ({
  id: "gift_1",
  balance: 1000,
  tax_rate: null,
  ends_at: null,
  ...details,
});

/** Rates as they occur, those with decimals included. */
const rates = fc.constantFrom(0, 2.1, 5, 5.5, 7, 7.7, 8.875, 10, 12.5, 19, 20, 25, 100).map(aRate);
const taxLines = fc.array(rates, { maxLength: 3 });

/** A line that no discount touches. */
export const plainLines = fc.record({
  unit_price: fc.nat(1_000_000),
  quantity: fc.integer({ min: 1, max: 1000 }),
  includes_tax: fc.boolean(),
  tax_lines: taxLines,
  adjustments: fc.constant([]),
});

export const methods = fc.record({
  price: fc.nat(100_000),
  includes_tax: fc.boolean(),
  tax_lines: taxLines,
});

export const giftCards = fc.uniqueArray(
  fc.record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    balance: fc.nat(10_000_000),
    tax_rate: fc.constantFrom(null, 0, 5.5, 10, 19, 100),
    ends_at: fc.constantFrom(null, "2031-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"),
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
