import { describe, expect, it } from "vitest";
import { giftCardRefusal, notCovered } from "./gift-card.ts";

const now = new Date("2030-06-01T12:00:00.000Z");

describe("a gift card on a cart", () => {
  const card = { regionId: "reg_1", isDisabled: false, endsAt: null as string | null };
  const refusal = (details: Partial<typeof card>) => {
    const refused = giftCardRefusal({ ...card, ...details }, { regionId: "reg_1", now });
    return refused && { type: refused.type, message: refused.message };
  };

  it.each([
    ["has no end", {}],
    ["ends later", { endsAt: "2030-06-01T12:00:00.001Z" }],
  ])("is accepted if it %s", (_, details) => {
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

describe("a gift card without enough balance", () => {
  it("is identified by the end of its code only", () => {
    const { type, code, message } = notCovered("ABCD-EFGH-JKLM-2345");
    expect({ type, code, message }).toEqual({
      type: "not_allowed",
      code: "gift_card_balance",
      message: "The gift card ****-****-****-2345 no longer covers its part of the order",
    });
  });
});
