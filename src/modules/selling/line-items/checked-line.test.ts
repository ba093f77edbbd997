import { describe, expect, it } from "vitest";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { noRules } from "../../../plugins/rules/rules.ts";
import { checkedLine, repricedLine } from "./checked-line.ts";

const context = { rules: noRules, source: "cart" } as const;

describe("a line", () => {
  it("cannot cost more than can be paid", () => {
    expect(() => checkedLine({ unit_price: MAX_AMOUNT, quantity: 1 }, context)).not.toThrow();
    expect(() => checkedLine({ unit_price: MAX_AMOUNT, quantity: 2 }, context)).toThrow("quantity");
    expect(() => checkedLine({ unit_price: 0, quantity: MAX_AMOUNT }, context)).not.toThrow();
  });

  it("is the same line afterwards", () => {
    const line = { id: "item_1", unit_price: 100, quantity: 2 };
    expect(checkedLine(line, context)).toBe(line);
  });

  it("moves with its cart to another region, whatever it costs there", () => {
    const line = { unit_price: MAX_AMOUNT, quantity: 2 };
    expect(repricedLine(line)).toBe(line);
  });
});
