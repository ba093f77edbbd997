import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeFrom, type GiftCard, giftCardFrom, taxRateOf, withChanges } from "./gift-card.ts";

const card: GiftCard = {
  id: "gift_1",
  code: "AAAA-BBBB-CCCC-DDDD",
  value: 1000,
  balance: 600,
  region_id: "reg_1",
  order_id: null,
  is_disabled: false,
  ends_at: null,
  tax_rate: 10,
  metadata: { to: "Ann" },
};

describe("the code of a gift card", () => {
  it("has four groups of four characters that do not look alike", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(codeFrom(bytes)).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){3}$/);
      }),
    );
  });

  it("uses each of its 32 characters for the same number of bytes", () => {
    const uses = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      const character = codeFrom(new Uint8Array(16).fill(byte))[0]!;
      uses.set(character, (uses.get(character) ?? 0) + 1);
    }
    expect(uses.size).toBe(32);
    expect(new Set(uses.values())).toEqual(new Set([8]));
  });
});

describe("the tax rate of a gift card", () => {
  const taxed = { gift_cards_taxable: true, tax_rate: 19 };
  it.each([
    ["that of the region by default", taxed, null, 19],
    ["the rate that was paid for it", taxed, 12.5, 12.5],
    ["null if no tax was paid for it", taxed, 0, null],
    ["null in a region without tax", { gift_cards_taxable: true, tax_rate: 0 }, null, null],
    [
      "null in a region that does not tax gift cards",
      { gift_cards_taxable: false, tax_rate: 19 },
      12.5,
      null,
    ],
  ])("is %s", (_, region, paid, rate) => {
    expect(taxRateOf(region, paid)).toBe(rate);
  });
});

describe("a new gift card", () => {
  it("has its full balance, and is enabled and without an end by default", () => {
    const made = { id: "gift_2", code: "X", tax_rate: null };
    expect(giftCardFrom(made, { value: 50, region_id: "reg_1" })).toEqual({
      ...made,
      value: 50,
      balance: 50,
      region_id: "reg_1",
      order_id: null,
      is_disabled: false,
      ends_at: null,
      metadata: null,
    });
  });
});

describe("changing a gift card", () => {
  it("does not change other fields", () => {
    expect(withChanges(card, {})).toEqual(card);
  });

  it.each([0, 600, 1000])("sets the balance to %i of 1000", (balance) => {
    expect(withChanges(card, { balance }).balance).toBe(balance);
  });

  it("refuses a balance above its value", () => {
    expect(() => withChanges(card, { balance: 1001 })).toThrow(
      "balance must not be greater than the value of the gift card, 1000",
    );
  });

  it("removes an end that is sent as null, and merges metadata", () => {
    const ending = { ...card, ends_at: new Date("2030-01-01") };
    expect(withChanges(ending, {}).ends_at).toEqual(ending.ends_at);
    const changed = withChanges(ending, { ends_at: null, metadata: { to: "", from: "Bo" } });
    expect(changed).toEqual({ ...card, metadata: { from: "Bo" } });
  });
});
