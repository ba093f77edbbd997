import { describe, expect, it } from "vitest";
import { hours } from "../../../kernel/dates.ts";
import { outcomeOf, pauseAfter, type ReceiverResponse } from "./delivery.ts";

const good: ReceiverResponse = { status: 200, body: "", error: null, duration: 5 };
const bad: ReceiverResponse = { status: 500, body: "", error: "answered 500", duration: 5 };
const attempt = (attempts: number, timeLeft: number, answer = bad) => ({
  deliveryId: "whd_1",
  attempts,
  timeLeft,
  response: answer,
});

describe("a delivery", () => {
  it("is delivered after a success, even after its time", () => {
    expect(outcomeOf(attempt(1, hours(24), good), 5_000, 0.5)).toEqual({ status: "delivered", pause: null });
    expect(outcomeOf(attempt(9, -1, good), 5_000, 0.5)).toEqual({ status: "delivered", pause: null });
  });

  it("is retried while the next attempt is within its time", () => {
    expect(outcomeOf(attempt(1, 5_005), 5_000, 0.5)).toEqual({ status: "retrying", pause: 5_000 });
    expect(outcomeOf(attempt(1, 5_004), 5_000, 0.5)).toEqual({ status: "dead", pause: null });
  });

  it("doubles its pause up to an hour, with a random factor", () => {
    expect([1, 2, 3, 10, 11, 500].map((attempts) => pauseAfter(attempts, 5_000, 0.5))).toEqual([
      5_000,
      10_000,
      20_000,
      2_560_000,
      hours(1),
      hours(1),
    ]);
    expect(pauseAfter(1, 5_000, 0)).toBe(4_000);
    expect(pauseAfter(1, 5_000, 1)).toBe(6_000);
  });
});
