import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aCard, giftCards } from "../../../../test/support/factories/totals.ts";
import { giftCardTotals, giftCardUses } from "./gift-card-totals.ts";

const used = (...input: Parameters<typeof giftCardUses>) =>
  giftCardUses(...input).map(({ gift_card_id, amount }) => [gift_card_id, amount]);

describe("paying with gift cards", () => {
  it("starts with the card that expires first and ends with cards that do not expire", () => {
    const cards = [
      aCard({ id: "never", balance: 100 }),
      aCard({ id: "late", balance: 100, ends_at: "2032-01-01T00:00:00.000Z" }),
      aCard({ id: "soon", balance: 100, ends_at: "2031-01-01T00:00:00.000Z" }),
    ];
    expect(used(cards, 250)).toEqual([
      ["soon", 100],
      ["late", 100],
      ["never", 50],
    ]);
  });

  it("prefers a smaller balance, then a smaller id, if the end is the same", () => {
    const cards = [
      aCard({ id: "gift_3", balance: 70 }),
      aCard({ id: "gift_2", balance: 50 }),
      aCard({ id: "gift_1", balance: 50 }),
    ];
    expect(used(cards, 120)).toEqual([
      ["gift_1", 50],
      ["gift_2", 50],
      ["gift_3", 20],
    ]);
  });

  it("does not use empty or unneeded cards, or any card if nothing is due", () => {
    expect(used([aCard({ id: "empty", balance: 0 }), aCard({ id: "full", balance: 100 })], 100)).toEqual([
      ["full", 100],
    ]);
    expect(used([aCard()], 0)).toEqual([]);
    expect(used([aCard()], -100)).toEqual([]);
    expect(used([], 100)).toEqual([]);
  });

  it("does not modify its input", () => {
    const cards = [aCard({ id: "b", balance: 2 }), aCard({ id: "a", balance: 1 })];
    giftCardUses(cards, 3);
    expect(cards.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("uses the due amount or all balances, in any order of the cards", () => {
    fc.assert(
      fc.property(giftCards, fc.nat(50_000_000), (cards, due) => {
        const uses = giftCardUses(cards, due);
        const available = cards.reduce((sum, { balance }) => sum + balance, 0);
        expect(giftCardTotals(uses, { net: due, tax: 0 }).gift_card_total).toBe(Math.min(due, available));
        for (const { gift_card_id, amount } of uses) {
          expect(amount).toBeGreaterThan(0);
          expect(amount).toBeLessThanOrEqual(cards.find(({ id }) => id === gift_card_id)!.balance);
        }
        expect(giftCardUses([...cards].reverse(), due)).toEqual(uses);
      }),
    );
  });
});

describe("the tax of gift cards that were taxed when they were sold", () => {
  const use = (amount: number, tax_rate: number | null) => ({ gift_card_id: "gift_1", amount, tax_rate });

  it("is not due again and is rounded for each card", () => {
    const uses = [use(1000, 10), use(55, 10), use(45, 10), use(100, null)];
    expect(giftCardTotals(uses, { net: 1200, tax: 1000 })).toEqual({
      gift_card_total: 1200,
      gift_card_tax_total: 100 + 6 + 5,
    });
  });

  it.each([
    [{ net: 1000, tax: 300 }, 200],
    [{ net: 1000, tax: 150 }, 150],
    [{ net: 1000, tax: 0 }, 0],
    // A card that pays also for the tax.
    [{ net: 900, tax: 150 }, 50],
    [{ net: 850, tax: 150 }, 0],
  ])("is at most the tax that is due and still unpaid: %j", (due, tax) => {
    expect(giftCardTotals([use(1000, 20)], due).gift_card_tax_total).toBe(tax);
  });

  it("is more than what is due in an order of v1", () => {
    const uses = [{ ...use(1000, 20), limits_tax: false }];
    expect(giftCardTotals(uses, { net: 1800, tax: 120 }).gift_card_tax_total).toBe(200);
  });

  it("is 0 if tax is refunded, as in a swap for a cheaper product", () => {
    expect(giftCardTotals([], { net: -300, tax: -33 })).toEqual({
      gift_card_total: 0,
      gift_card_tax_total: 0,
    });
  });
});
