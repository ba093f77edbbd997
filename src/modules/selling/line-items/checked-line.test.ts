import { describe, expect, it } from "vitest";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { checkedLine, repricedLine } from "./checked-line.ts";

describe("a line", () => {
  it("cannot cost more than can be paid", () => {
    expect(() => checkedLine({ unit_price: MAX_AMOUNT, quantity: 1 })).not.toThrow();
    expect(() => checkedLine({ unit_price: MAX_AMOUNT, quantity: 2 })).toThrow("quantity");
    expect(() => checkedLine({ unit_price: 0, quantity: MAX_AMOUNT })).not.toThrow();
  });

  it("is the same line afterwards", () => {
    const line = { id: "item_1", unit_price: 100, quantity: 2 };
    expect(checkedLine(line)).toBe(line);
  });

  it("moves with its cart to another region, whatever it costs there", () => {
    const line = { unit_price: MAX_AMOUNT, quantity: 2 };
    expect(repricedLine(line)).toBe(line);
  });
});
