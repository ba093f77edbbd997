import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import {
  type CollectionAction,
  type CollectionState,
  collectionGuards,
  statusOf,
} from "./payment-collection-state.ts";

const aCollection = (details: Partial<CollectionState> = {}): CollectionState => ({
  status: "not_paid",
  amount: 1000,
  payment_sessions: [{ amount: 1000 }],
  $payer: { is_over: false },
  ...details,
});

/** Every state that a collection can be in. */
const states = {
  "without sessions": aCollection({ payment_sessions: [] }),
  "not paid": aCollection(),
  "with sessions for another amount": aCollection({ payment_sessions: [{ amount: 400 }, { amount: null }] }),
  "with two sessions": aCollection({ payment_sessions: [{ amount: 400 }, { amount: 600 }] }),
  awaiting: aCollection({ status: "awaiting" }),
  "partially authorized": aCollection({
    status: "partially_authorized",
    payment_sessions: [{ amount: 400 }, { amount: 600 }],
  }),
  authorized: aCollection({ status: "authorized" }),
  canceled: aCollection({ status: "canceled" }),
  "of a canceled order": aCollection({ $payer: { is_over: true } }),
  "of no order": aCollection({ $payer: null }),
};

type StateName = keyof typeof states;
const all = Object.keys(states) as StateName[];
const but = (...names: StateName[]) => all.filter((name) => !names.includes(name));

/** In which states it is allowed; in all others it is refused. */
const allowed: Record<CollectionAction, StateName[]> = {
  update: all,
  delete: but("awaiting", "partially authorized", "authorized"),
  mark_authorized: but("canceled", "of a canceled order"),
  set_sessions: but("partially authorized", "authorized", "canceled", "of a canceled order"),
  refresh_session: but("authorized", "canceled", "of a canceled order"),
  authorize: but("without sessions", "with sessions for another amount", "canceled", "of a canceled order"),
};

const cases = Object.entries(allowed).flatMap(([action, names]) =>
  all.map((name) => ({ action: action as CollectionAction, name, isAllowed: names.includes(name) })),
);

describe("a payment collection", () => {
  it.each(cases)("$name: $action is allowed: $isAllowed", ({ action, name, isAllowed }) => {
    expect(refusalFor(collectionGuards, action, states[name]) === null).toBe(isAllowed);
  });

  it("names the status that prevents it", () => {
    expect(refusalFor(collectionGuards, "delete", states.authorized)?.message).toBe(
      "Cannot delete payment collection with status authorized",
    );
    expect(refusalFor(collectionGuards, "set_sessions", states.canceled)?.message).toBe(
      "Cannot set payment sessions for a payment collection with status canceled",
    );
  });

  it.each([
    [{ authorized: 0, isTried: false, isCanceled: false }, "not_paid"],
    [{ authorized: 0, isTried: true, isCanceled: false }, "awaiting"],
    [{ authorized: 1, isTried: true, isCanceled: false }, "partially_authorized"],
    [{ authorized: 999, isTried: true, isCanceled: false }, "partially_authorized"],
    [{ authorized: 1000, isTried: true, isCanceled: false }, "authorized"],
    [{ authorized: 1200, isTried: true, isCanceled: false }, "authorized"],
    [{ authorized: 1000, isTried: true, isCanceled: true }, "canceled"],
    [{ authorized: 0, isTried: false, isCanceled: true }, "canceled"],
  ])("with %o is %s", (facts, status) => {
    expect(statusOf({ amount: 1000, ...facts })).toBe(status);
  });
});
