import { describe, expect, it } from "vitest";
import {
  capturedIn,
  capturing,
  keyOf,
  type Movement,
  type Outcome,
  type Payment,
  problemIn,
  splitOver,
} from "./movement.ts";

const aPayment = (id: string, details: Partial<Payment> = {}): Payment => ({
  id,
  order_id: "order_1",
  amount: 1000,
  amount_refunded: 0,
  amount_waived: 0,
  currency_code: "usd",
  provider_id: "manual",
  data: {},
  isCaptured: true,
  isCanceled: false,
  ...details,
});

const aMovement = (details: Partial<Movement> = {}): Movement => ({
  id: "mov_1",
  kind: "refund",
  paymentId: "pay_1",
  orderId: "order_1",
  amount: 100,
  purpose: "return:1",
  noNotification: null,
  ...details,
});

describe("money that is taken", () => {
  const open = { isCaptured: false };

  it("is what was authorized, less what was returned before it was paid", () => {
    expect(capturing(aPayment("a", open))).toMatchObject({ kind: "capture", amount: 1000 });
    const owed = aPayment("a", { ...open, amount_waived: 300 });
    expect(capturing(owed)).toMatchObject({ kind: "capture", amount: 700, purpose: "capture:a" });
    expect(capturing(aPayment("a", { ...open, amount: 0 }))).toMatchObject({ kind: "capture", amount: 0 });
  });

  it("is none where everything was returned: the payment is let go", () => {
    const owed = aPayment("a", { ...open, amount_waived: 1000 });
    expect(capturing(owed)).toMatchObject({ kind: "cancel", purpose: "release:a" });
  });
});

describe("money of several payments", () => {
  const payments = [
    aPayment("first", { amount_refunded: 400 }),
    aPayment("open", { isCaptured: false }),
    aPayment("gone", { isCanceled: true }),
    aPayment("last"),
  ];

  it("is what was captured and not given back", () => {
    expect(capturedIn(payments)).toBe(1600);
    expect(capturedIn([])).toBe(0);
  });

  it("is taken from one after the other", () => {
    expect(splitOver(payments, 600)).toEqual([{ paymentId: "first", amount: 600 }]);
    expect(splitOver(payments, 601)).toEqual([
      { paymentId: "first", amount: 600 },
      { paymentId: "last", amount: 1 },
    ]);
    expect(splitOver(payments, 0)).toEqual([]);
  });

  it("is not taken twice from one that gave for the same purpose", () => {
    expect(splitOver(payments, 600, new Set(["first"]))).toEqual([{ paymentId: "last", amount: 600 }]);
  });

  it("is limited", () => {
    expect(() => splitOver(payments, 1601)).toThrow("Refund amount is greater that the refundable amount");
    expect(() => splitOver(payments, 1001, new Set(["first"]))).toThrow("greater");
  });
});

describe("what a payment service does once", () => {
  it("is each refund, the capture of a payment, and its cancellation", () => {
    expect(keyOf(aMovement())).toBe("mov_1");
    expect(keyOf(aMovement({ kind: "capture" }))).toBe("pay_1-capture");
    expect(keyOf(aMovement({ kind: "cancel" }))).toBe("pay_1-cancel");
  });
});

describe("what went wrong", () => {
  const done: Outcome = { movement: aMovement(), result: "done", data: {} };

  it("is nothing when all is done", () => {
    expect(problemIn([])).toBeNull();
    expect(problemIn([done, done])).toBeNull();
  });

  it("is the first thing that was refused, or not answered", () => {
    const refused: Outcome = { movement: aMovement(), result: "refused", reason: "Closed" };
    const unclear: Outcome = { movement: aMovement(), result: "unclear", reason: "It failed" };
    expect(problemIn([done, refused, unclear])).toMatchObject({ type: "not_allowed", message: "Closed" });
    expect(problemIn([unclear, refused])).toMatchObject({
      type: "conflict",
      message: expect.stringContaining("It failed. It is not known"),
    });
  });
});
