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

const short = ({ sessions, errands }: ReturnType<typeof plannedSessions>) => ({
  sessions: sessions.map(({ id, provider_id, amount }) => [id, provider_id, amount]),
  errands: errands.map(({ kind, session, amount }) => [kind, session.id, amount]),
});

const planned = (collection: PaymentCollection, wanted: Parameters<typeof plannedSessions>[1]) =>
  short(plannedSessions(collection, wanted, ids()));

describe("ways to pay a collection", () => {
  it("open a session for the whole amount", () => {
    const collection = aCollection();
    expect(planned(collection, singleSession(collection, "card"))).toEqual({
      sessions: [["new_1", "card", 1000]],
      errands: [["open", "new_1", 1000]],
    });
  });

  it("let a session of the same provider follow, and close those of others", () => {
    const collection = aCollection(aSession("a", { amount: 400 }), aSession("b", { provider_id: "bank" }));
    expect(planned(collection, singleSession(collection, "card"))).toEqual({
      // The amount is that of the provider until it has agreed to another.
      sessions: [["a", "card", 400]],
      errands: [
        ["close", "b", 1000],
        ["update", "a", 1000],
      ],
    });
  });

  it("split the amount", () => {
    const wanted = [
      { provider_id: "card", amount: 300, session_id: "a" },
      { provider_id: "bank", amount: 700 },
    ];
    expect(planned(aCollection(aSession("a")), wanted)).toEqual({
      sessions: [
        ["a", "card", 1000],
        ["new_1", "bank", 700],
      ],
      errands: [
        ["update", "a", 300],
        ["open", "new_1", 700],
      ],
    });
  });

  it("open a session that a crash left unopened, for the new amount", () => {
    const left = aSession("a", { is_initiated: false, amount: 400 });
    expect(planned(aCollection(left), [{ provider_id: "card", amount: 1000, session_id: "a" }])).toEqual({
      sessions: [["a", "card", 1000]],
      errands: [["open", "a", 1000]],
    });
  });

  it("begin anew where a payment was given up, which is closed already", () => {
    const given = aSession("a", { status: "canceled" });
    expect(planned(aCollection(given), [{ provider_id: "card", amount: 1000, session_id: "a" }])).toEqual({
      sessions: [["new_1", "card", 1000]],
      errands: [["open", "new_1", 1000]],
    });
  });

  it.each([
    ["do not add up", [{ provider_id: "card", amount: 999 }], "not equal to 1000"],
    ["are of a stranger", [{ provider_id: "other", amount: 1000 }], "other is not available"],
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
  ])("are refused when they %s", (_what, wanted, message) => {
    expect(() => planned(aCollection(aSession("a")), wanted)).toThrow(message);
  });

  it("are refused for a provider that is not offered", () => {
    expect(() => singleSession(aCollection(), "other")).toThrow("Payment provider not found");
  });

  it("can be begun anew one by one", () => {
    const collection = aCollection(aSession("a", { amount: 300 }), aSession("b", { amount: 700 }));
    const plan = refreshedSession(collection, "a", ids());
    expect(plan.refreshed).toBe("new_1");
    expect(short(plan)).toEqual({
      sessions: [
        ["new_1", "card", 300],
        ["b", "card", 700],
      ],
      errands: [
        ["close", "a", 300],
        ["open", "new_1", 300],
      ],
    });
  });

  it("are not begun anew once they are authorized", () => {
    const paid = aSession("a", { payment_authorized_at: "2030-01-01T00:00:00.000Z" });
    expect(() => refreshedSession(aCollection(paid), "a", ids())).toThrow("cannot be begun anew");
  });
});
