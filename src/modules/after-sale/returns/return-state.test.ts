import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import { type ReturnAction, returnGuards, returnStatusAfter } from "./return-state.ts";

const states = ["requested", "received", "requires_action", "canceled"] as const;
type State = (typeof states)[number];

const ALLOWED = null;

/** Every action in every state: the message of v1 that refuses it, or null. */
const table: Record<ReturnAction, Record<State, string | null>> = {
  book: {
    requested: ALLOWED,
    received: ALLOWED,
    requires_action: ALLOWED,
    canceled: "Cannot fulfill a canceled return",
  },
  receive: {
    requested: ALLOWED,
    received: "Return with id ret_1 has already been received",
    requires_action: ALLOWED,
    canceled: "Cannot receive a canceled return",
  },
  cancel: {
    requested: ALLOWED,
    received: "Can't cancel a return which has been returned",
    requires_action: ALLOWED,
    canceled: ALLOWED,
  },
};

const aReturn = (status: State, shipping_data: Record<string, unknown> | null = null) => ({
  id: "ret_1",
  status,
  shipping_data,
});

describe("actions on a return", () => {
  const cases = Object.entries(table).flatMap(([action, byState]) =>
    states.map((state) => [action as ReturnAction, state, byState[state]] as const),
  );

  it.each(cases)("%s when it is %s: %s", (action, state, words) => {
    const refusal = refusalFor(returnGuards, action, aReturn(state));
    expect(refusal?.message ?? null).toBe(words);
    if (words !== null) expect(refusal!.type).toBe("not_allowed");
  });

  it.each(states.filter((state) => state !== "canceled"))("is booked once, also when it is %s", (state) => {
    const refusal = refusalFor(returnGuards, "book", aReturn(state, { label: "L1" }));
    expect(refusal?.message).toBe("Return has already been fulfilled");
  });

  it("are all covered by this test", () => {
    expect(Object.keys(returnGuards).sort()).toEqual(Object.keys(table).sort());
  });
});

describe("the status of a return after an action", () => {
  it.each([
    [true, true, "received"],
    [true, false, "received"],
    [false, true, "received"],
    [false, false, "requires_action"],
  ])("matches the request: %s, decided by an admin: %s -> %s", (matchesRequest, isDecided, status) => {
    expect(returnStatusAfter.receive({ matchesRequest, isDecided })).toBe(status);
  });

  it("is canceled after a cancellation", () => {
    expect(returnStatusAfter.cancel()).toBe("canceled");
  });
});
