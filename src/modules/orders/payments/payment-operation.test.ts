import { describe, expect, it } from "vitest";
import {
  captureOf,
  firstProblem,
  idempotencyKeyOf,
  type Outcome,
  type Payment,
  type PaymentOperation,
  refundableTotal,
  splitOverPayments,
} from "./payment-operation.ts";

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

const anOperation = (details: Partial<PaymentOperation> = {}): PaymentOperation => ({
  id: "mov_1",
  kind: "refund",
  paymentId: "pay_1",
  orderId: "order_1",
  amount: 100,
  operationKey: "return:1",
  noNotification: null,
  ...details,
});

describe("the captured amount", () => {
  const open = { isCaptured: false };

  it("is the authorized amount without goods that were returned before the capture", () => {
    expect(captureOf(aPayment("a", open))).toMatchObject({ kind: "capture", amount: 1000 });
    const owed = aPayment("a", { ...open, amount_waived: 300 });
    expect(captureOf(owed)).toMatchObject({ kind: "capture", amount: 700, operationKey: "capture:a" });
    expect(captureOf(aPayment("a", { ...open, amount: 0 }))).toMatchObject({ kind: "capture", amount: 0 });
  });

  it("is none if everything was returned: the payment is canceled", () => {
    const owed = aPayment("a", { ...open, amount_waived: 1000 });
    expect(captureOf(owed)).toMatchObject({ kind: "cancel", operationKey: "release:a" });
  });
});

describe("a refund of several payments", () => {
  const payments = [
    aPayment("first", { amount_refunded: 400 }),
    aPayment("open", { isCaptured: false }),
    aPayment("gone", { isCanceled: true }),
    aPayment("last"),
  ];

  it("is limited to the captured amount that is not refunded", () => {
    expect(refundableTotal(payments)).toBe(1600);
    expect(refundableTotal([])).toBe(0);
  });

  it("is split over the payments in their order", () => {
    expect(splitOverPayments(payments, 600)).toEqual([{ paymentId: "first", amount: 600 }]);
    expect(splitOverPayments(payments, 601)).toEqual([
      { paymentId: "first", amount: 600 },
      { paymentId: "last", amount: 1 },
    ]);
    expect(splitOverPayments(payments, 0)).toEqual([]);
  });

  it("skips payments that were refunded for the same operation key", () => {
    expect(splitOverPayments(payments, 600, new Set(["first"]))).toEqual([
      { paymentId: "last", amount: 600 },
    ]);
  });

  it("is refused above the refundable amount", () => {
    expect(() => splitOverPayments(payments, 1601)).toThrow(
      "Refund amount is greater that the refundable amount",
    );
    expect(() => splitOverPayments(payments, 1001, new Set(["first"]))).toThrow("greater");
  });
});

describe("the idempotency key of an operation", () => {
  it("is its own for a refund, and shared by all captures or cancellations of a payment", () => {
    expect(idempotencyKeyOf(anOperation())).toBe("mov_1");
    expect(idempotencyKeyOf(anOperation({ kind: "capture" }))).toBe("pay_1-capture");
    expect(idempotencyKeyOf(anOperation({ kind: "cancel" }))).toBe("pay_1-cancel");
  });
});

describe("the first problem of several operations", () => {
  const done: Outcome = { operation: anOperation(), result: "done", data: {} };

  it("is null if all succeeded", () => {
    expect(firstProblem([])).toBeNull();
    expect(firstProblem([done, done])).toBeNull();
  });

  it("is the first refused or unanswered operation", () => {
    const refused: Outcome = { operation: anOperation(), result: "refused", reason: "Closed" };
    const unclear: Outcome = { operation: anOperation(), result: "unclear", reason: "It failed" };
    expect(firstProblem([done, refused, unclear])).toMatchObject({ type: "not_allowed", message: "Closed" });
    expect(firstProblem([unclear, refused])).toMatchObject({
      type: "conflict",
      message: expect.stringContaining("It failed. It is not known"),
    });
  });
});
