import { describe, expect, it } from "vitest";
import { plannedSessions, refreshedSession, singleSession } from "./collection-sessions.ts";
import type { CollectionSession, PaymentCollection } from "./payment-collection.ts";

const aSession = (id: string, details: Partial<CollectionSession> = {}): CollectionSession => ({
  id,
  provider_id: "card",
  is_selected: null,
  is_initiated: true,
  status: "pending",
  data: { of: id },
  amount: 1000,
  payment_authorized_at: null,
  ...details,
});

const aCollection = (...payment_sessions: CollectionSession[]) =>
  ({
    amount: 1000,
    region: { payment_providers: [{ id: "card" }, { id: "bank" }] },
    payment_sessions,
  }) as PaymentCollection;

const ids = () => {
  let made = 0;
  return () => `new_${++made}`;
};

const short = ({ sessions, calls }: ReturnType<typeof plannedSessions>) => ({
  sessions: sessions.map(({ id, provider_id, amount }) => [id, provider_id, amount]),
  calls: calls.map(({ kind, session, amount }) => [kind, session.id, amount]),
});

const planned = (collection: PaymentCollection, requested: Parameters<typeof plannedSessions>[1]) =>
  short(plannedSessions(collection, requested, ids()));

describe("ways to pay a collection", () => {
  it("open a session for the whole amount", () => {
    const collection = aCollection();
    expect(planned(collection, singleSession(collection, "card"))).toEqual({
      sessions: [["new_1", "card", 1000]],
      calls: [["open", "new_1", 1000]],
    });
  });

  it("update the session of the same provider, and close the others", () => {
    const collection = aCollection(aSession("a", { amount: 400 }), aSession("b", { provider_id: "bank" }));
    expect(planned(collection, singleSession(collection, "card"))).toEqual({
      // The amount is that of the provider until it has agreed to another.
      sessions: [["a", "card", 400]],
      calls: [
        ["close", "b", 1000],
        ["update", "a", 1000],
      ],
    });
  });

  it("split the amount", () => {
    const requested = [
      { provider_id: "card", amount: 300, session_id: "a" },
      { provider_id: "bank", amount: 700 },
    ];
    expect(planned(aCollection(aSession("a")), requested)).toEqual({
      sessions: [
        ["a", "card", 1000],
        ["new_1", "bank", 700],
      ],
      calls: [
        ["update", "a", 300],
        ["open", "new_1", 700],
      ],
    });
  });

  it("open a session that a crash left unopened, for the new amount", () => {
    const left = aSession("a", { is_initiated: false, amount: 400 });
    expect(planned(aCollection(left), [{ provider_id: "card", amount: 1000, session_id: "a" }])).toEqual({
      sessions: [["a", "card", 1000]],
      calls: [["open", "a", 1000]],
    });
  });

  it("replace a canceled session, which is already closed", () => {
    const given = aSession("a", { status: "canceled" });
    expect(planned(aCollection(given), [{ provider_id: "card", amount: 1000, session_id: "a" }])).toEqual({
      sessions: [["new_1", "card", 1000]],
      calls: [["open", "new_1", 1000]],
    });
  });

  it.each([
    ["do not add up", [{ provider_id: "card", amount: 999 }], "not equal to 1000"],
    ["are of another provider", [{ provider_id: "other", amount: 1000 }], "other is not available"],
    ["have an unknown id", [{ provider_id: "card", amount: 1000, session_id: "x" }], "x was not found"],
    [
      "change the provider",
      [{ provider_id: "bank", amount: 1000, session_id: "a" }],
      "another payment provider",
    ],
    [
      "are the same twice",
      [
        { provider_id: "card", amount: 500, session_id: "a" },
        { provider_id: "card", amount: 500, session_id: "a" },
      ],
      "named twice",
    ],
  ])("are refused when they %s", (_what, requested, message) => {
    expect(() => planned(aCollection(aSession("a")), requested)).toThrow(message);
  });

  it("are refused for a provider that is not offered", () => {
    expect(() => singleSession(aCollection(), "other")).toThrow("Payment provider not found");
  });

  it("can be replaced one by one", () => {
    const collection = aCollection(aSession("a", { amount: 300 }), aSession("b", { amount: 700 }));
    const plan = refreshedSession(collection, "a", ids());
    expect(plan.refreshed).toBe("new_1");
    expect(short(plan)).toEqual({
      sessions: [
        ["new_1", "card", 300],
        ["b", "card", 700],
      ],
      calls: [
        ["close", "a", 300],
        ["open", "new_1", 300],
      ],
    });
  });

  it("are not replaced after their authorization", () => {
    const paid = aSession("a", { payment_authorized_at: "2030-01-01T00:00:00.000Z" });
    expect(() => refreshedSession(aCollection(paid), "a", ids())).toThrow("cannot be replaced");
  });
});
