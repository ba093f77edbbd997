import { describe, expect, it } from "vitest";
import { objection } from "../../../kernel/guards.ts";
import { type ReturnAction, returnGuards, returnStatusAfter } from "./return-state.ts";

const states = ["requested", "received", "requires_action", "canceled"] as const;
type State = (typeof states)[number];

const ALLOWED = null;

/** Every action in every state: what v1 says against it, or nothing. */
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

describe("what may be done to a return", () => {
  const cases = Object.entries(table).flatMap(([action, byState]) =>
    states.map((state) => [action as ReturnAction, state, byState[state]] as const),
  );

  it.each(cases)("%s when it is %s: %s", (action, state, words) => {
    const refusal = objection(returnGuards, action, aReturn(state));
    expect(refusal?.message ?? null).toBe(words);
    if (words !== null) expect(refusal!.type).toBe("not_allowed");
  });

  it.each(states.filter((state) => state !== "canceled"))("is booked once, also when it is %s", (state) => {
    const refusal = objection(returnGuards, "book", aReturn(state, { label: "L1" }));
    expect(refusal?.message).toBe("Return has already been fulfilled");
  });

  it("covers every action there is", () => {
    expect(Object.keys(returnGuards).sort()).toEqual(Object.keys(table).sort());
  });
});

describe("what a return is afterwards", () => {
  it.each([
    [true, true, "received"],
    [true, false, "received"],
    [false, true, "received"],
    [false, false, "requires_action"],
  ])("as asked: %s, decided by somebody: %s -> %s", (isAsAsked, isDecided, status) => {
    expect(returnStatusAfter.receive({ isAsAsked, isDecided })).toBe(status);
  });

  it("is canceled when it was canceled", () => {
    expect(returnStatusAfter.cancel()).toBe("canceled");
  });
});
