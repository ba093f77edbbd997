import { describe, expect, it } from "vitest";
import { refuseOpenBusiness, withoutTexts } from "./personal-data.ts";

describe("data without texts", () => {
  it("has ids, times, numbers and booleans, and nothing that a person wrote", () => {
    const order = "order_01ARZ3NDEKTSV4RRFFQ69G5FAV";
    const data = {
      id: order,
      email: "ada@example.com",
      amount: 5,
      is_new: true,
      at: "2026-01-01T00:00:00.000Z",
      metadata: { anything: 1 },
      items: [{ id: order, note: "to ada" }, "ada"],
    };
    expect(withoutTexts(data)).toEqual({
      id: order,
      email: null,
      amount: 5,
      is_new: true,
      at: "2026-01-01T00:00:00.000Z",
      items: [{ id: order, note: null }, null],
    });
  });
});

describe("open business", () => {
  const unshipped = { reason: "order 1 is not shipped", isUnderWay: false };
  const called = { reason: "a payment of order 1 is being refunded", isUnderWay: true };

  it("refuses an erasure and is named", () => {
    expect(() => refuseOpenBusiness([unshipped], { force: false })).toThrow(
      "The data is still needed: order 1 is not shipped. Finish or cancel it, or send force: true.",
    );
    expect(() => refuseOpenBusiness([], { force: false })).not.toThrow();
  });

  it("does not refuse a forced erasure, unless a provider is being called", () => {
    expect(() => refuseOpenBusiness([unshipped], { force: true })).not.toThrow();
    expect(() => refuseOpenBusiness([unshipped, called], { force: true })).toThrow(
      "The data is still needed: a payment of order 1 is being refunded. Try again in a minute.",
    );
  });

  it("names ten things at most", () => {
    expect(() => refuseOpenBusiness(Array(12).fill(unshipped), { force: false })).toThrow(/ and 2 more\./);
  });
});
