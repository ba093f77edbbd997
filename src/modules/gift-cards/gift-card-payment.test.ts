import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consumption, notCovered, refusalOf } from "./gift-card-payment.ts";

const now = new Date("2030-06-01T12:00:00.000Z");

describe("a gift card on a cart", () => {
  const card = { regionId: "reg_1", isDisabled: false, endsAt: null as string | null };
  const refusal = (details: Partial<typeof card>) => {
    const refused = refusalOf({ ...card, ...details }, { regionId: "reg_1", now });
    return refused && { type: refused.type, message: refused.message };
  };

  it.each([
    ["has no end", {}],
    ["ends later", { endsAt: "2030-06-01T12:00:00.001Z" }],
  ])("is taken when it %s", (_, details) => {
    expect(refusal(details)).toBeNull();
  });

  it.each([
    [{ isDisabled: true }, "not_allowed", "The gift card is disabled"],
    [{ regionId: "reg_2" }, "invalid_data", "The gift card cannot be used in the current region"],
    [{ endsAt: "2030-06-01T12:00:00.000Z" }, "not_allowed", "The gift card has expired"],
    [
      { isDisabled: true, regionId: "reg_2", endsAt: "2020-01-01" },
      "not_allowed",
      "The gift card is disabled",
    ],
  ])("is refused with %j", (details, type, message) => {
    expect(refusal(details)).toEqual({ type, message });
  });
});

describe("paying with gift cards", () => {
  const aCard = (
    id: string,
    balance: number,
    endsAt: string | null = null,
    taxRate: number | null = null,
  ) => ({
    id,
    balance,
    endsAt,
    taxRate,
  });
  const taken = (cards: ReturnType<typeof aCard>[], amount: number) =>
    consumption(cards, amount).map((taking) => [taking.giftCardId, taking.amount]);

  it("begins with the card that ends first; those without an end come last", () => {
    const cards = [
      aCard("never", 100),
      aCard("late", 100, "2032-01-01T00:00:00.000Z"),
      aCard("soon", 100, "2031-01-01T00:00:00.000Z"),
    ];
    expect(taken(cards, 250)).toEqual([
      ["soon", 100],
      ["late", 100],
      ["never", 50],
    ]);
  });

  it("then takes the one with the least on it, then the one that was there first", () => {
    const cards = [aCard("gift_3", 70), aCard("gift_2", 50), aCard("gift_1", 50)];
    expect(taken(cards, 120)).toEqual([
      ["gift_1", 50],
      ["gift_2", 50],
      ["gift_3", 20],
    ]);
  });

  it("leaves cards alone that are not needed or empty", () => {
    expect(taken([aCard("empty", 0), aCard("full", 100), aCard("more", 200)], 100)).toEqual([["full", 100]]);
    expect(taken([aCard("full", 100)], 0)).toEqual([]);
    expect(taken([], 100)).toEqual([]);
  });

  it("notes the tax of each card", () => {
    expect(consumption([aCard("taxed", 1, null, 10), aCard("untaxed", 2)], 3)).toEqual([
      { giftCardId: "taxed", amount: 1, isTaxable: true, taxRate: 10 },
      { giftCardId: "untaxed", amount: 2, isTaxable: false, taxRate: null },
    ]);
  });

  it("takes exactly the amount or all there is, from each card once and never more than is on it", () => {
    const cards = fc.uniqueArray(
      fc.record({
        id: fc.string(),
        balance: fc.nat(1000),
        endsAt: fc.constantFrom(null, "2031-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"),
        taxRate: fc.constantFrom(null, 10),
      }),
      { selector: ({ id }) => id, maxLength: 8 },
    );
    fc.assert(
      fc.property(cards, fc.nat(5000), (all, amount) => {
        const takings = consumption(all, amount);
        const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
        const available = sum(all.map(({ balance }) => balance));
        expect(sum(takings.map((taking) => taking.amount))).toBe(Math.min(amount, available));
        expect(new Set(takings.map(({ giftCardId }) => giftCardId)).size).toBe(takings.length);
        for (const taking of takings) {
          const { balance } = all.find(({ id }) => id === taking.giftCardId)!;
          expect(taking.amount).toBeGreaterThan(0);
          expect(taking.amount).toBeLessThanOrEqual(balance);
        }
        // Whatever order they were put on the cart in.
        expect(consumption([...all].reverse(), amount)).toEqual(takings);
      }),
    );
  });
});

describe("a card that does not cover its part any more", () => {
  it("is named by the end of its code only", () => {
    const { type, code, message } = notCovered("ABCD-EFGH-JKLM-2345");
    expect({ type, code, message }).toEqual({
      type: "not_allowed",
      code: "gift_card_balance",
      message: "The gift card ****-****-****-2345 no longer covers its part of the order",
    });
  });
});
