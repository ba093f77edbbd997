import { describe, expect, it } from "vitest";
import { maskedCode, withMaskedCodes } from "./gift-card-codes.ts";

describe("a masked code", () => {
  it("shows the last four characters", () => {
    expect(maskedCode("Z8B3-NVMF-B5VH-SYP9")).toBe("****-****-****-SYP9");
  });

  it("never shows more than half of a short one", () => {
    expect(["", "A", "AB", "ABC", "ABCDE", "ABCDEFGH"].map(maskedCode)).toEqual([
      "",
      "*",
      "*B",
      "**C",
      "***DE",
      "****EFGH",
    ]);
  });
});

describe("an answer with masked codes", () => {
  it("has them masked wherever a gift card is, and nothing else", () => {
    const card = Object.freeze({
      id: "gift_1",
      code: "ABCDEFGH",
      region: { gift_card: { code: "12345678" } },
    });
    const answer = Object.freeze({
      code: "ABCDEFGH",
      discounts: [{ code: "ABCDEFGH" }],
      order: { gift_cards: [card], uses: [{ gift_card: card, amount: 1 }] },
    });
    const masked = { id: "gift_1", code: "****EFGH", region: { gift_card: { code: "****5678" } } };
    expect(withMaskedCodes(answer)).toEqual({
      code: "ABCDEFGH",
      discounts: [{ code: "ABCDEFGH" }],
      order: { gift_cards: [masked], uses: [{ gift_card: masked, amount: 1 }] },
    });
    expect(card.code).toBe("ABCDEFGH");
  });

  it("is the same object where there are none", () => {
    const answer = {
      items: [{ id: 1, at: new Date(), gift_cards: [] }],
      gift_card: null,
      gift_cards: "none",
    };
    expect(withMaskedCodes(answer)).toBe(answer);
  });
});
