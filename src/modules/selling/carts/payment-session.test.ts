import { describe, expect, it } from "vitest";
import type { PaymentSession } from "../payment-sessions/index.ts";
import {
  preparedSessions,
  refreshedSessions,
  type SessionPlan,
  selectedSessions,
  withoutSession,
} from "./payment-session.ts";

const aSession = (providerId: string, details: Partial<PaymentSession> = {}): PaymentSession => ({
  id: `ps_${providerId}`,
  provider_id: providerId,
  is_selected: null,
  is_initiated: false,
  status: "pending",
  data: {},
  amount: 900,
  ...details,
});

const chosen = { is_selected: true, is_initiated: true, data: { at: "provider" } };

const planInput = (sessions: PaymentSession[], providerIds = ["card", "bank"], total = 1000) => {
  let made = 0;
  return { sessions, providerIds, total, newId: () => `new_${++made}` };
};

const idsOf = ({ sessions }: SessionPlan) => sessions.map(({ id }) => id);
const selectedIn = ({ sessions }: SessionPlan) =>
  sessions.filter(({ is_selected }) => is_selected).map(({ provider_id }) => provider_id);
const callsOf = ({ calls }: SessionPlan) => calls.map(({ kind, session }) => [kind, session.id]);

describe("preparing the payment of a cart", () => {
  it("creates a session for each provider and selects none", () => {
    const plan = preparedSessions(planInput([]));
    expect(plan).toEqual({
      sessions: [
        aSession("card", { id: "new_1", amount: 1000 }),
        aSession("bank", { id: "new_2", amount: 1000 }),
      ],
      calls: [],
    });
  });

  it("selects and opens the session of the only provider", () => {
    const plan = preparedSessions(planInput([], ["card"]));
    expect(selectedIn(plan)).toEqual(["card"]);
    expect(callsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("creates no session without a provider", () => {
    expect(preparedSessions(planInput([], []))).toEqual({ sessions: [], calls: [] });
  });

  it.each([0, -100])("removes all sessions if the total is %d", (total) => {
    const sessions = [aSession("card", chosen), aSession("bank")];
    const plan = preparedSessions(planInput(sessions, ["card", "bank"], total));
    expect(plan.sessions).toEqual([]);
    expect(callsOf(plan)).toEqual([["close", "ps_card"]]);
  });

  it("removes sessions of providers that the region no longer has, and closes open ones", () => {
    const sessions = [aSession("cash", chosen), aSession("cheque"), aSession("card")];
    const plan = preparedSessions(planInput(sessions));
    expect(idsOf(plan)).toEqual(["ps_card", "new_1"]);
    expect(callsOf(plan)).toEqual([["close", "ps_cash"]]);
  });

  it("updates the selected session at its provider before its amount changes", () => {
    const session = aSession("card", chosen);
    const plan = preparedSessions(planInput([session, aSession("bank")]));
    expect(plan.sessions).toEqual([session, aSession("bank", { amount: 1000 })]);
    expect(callsOf(plan)).toEqual([["update", "ps_card"]]);
  });

  it("opens a selected session that could not be opened before", () => {
    const plan = preparedSessions(planInput([aSession("card", { is_selected: true }), aSession("bank")]));
    expect(callsOf(plan)).toEqual([["open", "ps_card"]]);
  });

  it("replaces canceled sessions, and selects the new one if the old one was selected", () => {
    const canceled = { ...chosen, status: "canceled" as const };
    const sessions = [aSession("card", canceled), aSession("bank", { ...canceled, is_selected: null })];
    const plan = preparedSessions(planInput(sessions));
    expect(plan.sessions).toEqual([
      aSession("card", { id: "new_1", is_selected: true, amount: 1000 }),
      aSession("bank", { id: "new_2", amount: 1000 }),
    ]);
    expect(callsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("closes a session that is open but not selected", () => {
    const plan = preparedSessions(planInput([aSession("card", { is_initiated: true }), aSession("bank")]));
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1", amount: 1000 }));
    expect(callsOf(plan)).toEqual([["close", "ps_card"]]);
  });
});

describe("selecting a payment session", () => {
  it("opens it", () => {
    const plan = selectedSessions(planInput([aSession("card"), aSession("bank")]), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(callsOf(plan)).toEqual([["open", "ps_bank"]]);
  });

  it("closes the session that was selected before and replaces it", () => {
    const plan = selectedSessions(planInput([aSession("card", chosen), aSession("bank")]), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1" }));
    expect(callsOf(plan)).toEqual([
      ["close", "ps_card"],
      ["open", "ps_bank"],
    ]);
  });

  it("does not close a session that was never open", () => {
    const sessions = [aSession("card", { is_selected: true }), aSession("bank")];
    const plan = selectedSessions(planInput(sessions), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(callsOf(plan)).toEqual([["open", "ps_bank"]]);
  });

  it("twice only updates it", () => {
    const plan = selectedSessions(planInput([aSession("card", chosen), aSession("bank")]), "card");
    expect(idsOf(plan)).toEqual(["ps_card", "ps_bank"]);
    expect(callsOf(plan)).toEqual([["update", "ps_card"]]);
  });

  it("replaces it if its payment was canceled", () => {
    const sessions = [aSession("card", { ...chosen, status: "canceled" }), aSession("bank")];
    const plan = selectedSessions(planInput(sessions), "card");
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1", is_selected: true }));
    expect(callsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("is refused if the region does not have its provider", () => {
    expect(() => selectedSessions(planInput([aSession("cash")]), "cash")).toThrow(
      "The payment method is not available in this region",
    );
  });

  it("is refused if it does not exist", () => {
    expect(() => selectedSessions(planInput([aSession("card")]), "bank")).toThrow(
      "Could not find payment session",
    );
  });
});

describe("removing a session", () => {
  it("closes it if it is open", () => {
    const plan = withoutSession([aSession("card", chosen), aSession("bank")], "card");
    expect(idsOf(plan)).toEqual(["ps_bank"]);
    expect(callsOf(plan)).toEqual([["close", "ps_card"]]);
  });

  it("that was never open needs no call of its provider", () => {
    expect(withoutSession([aSession("card")], "card")).toEqual({ sessions: [], calls: [] });
  });

  it("that does not exist changes nothing", () => {
    const sessions = [aSession("card", chosen)];
    expect(withoutSession(sessions, "bank")).toEqual({ sessions, calls: [] });
  });
});

describe("refreshing a session", () => {
  it("replaces a selected session, which has to be selected again", () => {
    const plan = refreshedSessions(planInput([aSession("bank"), aSession("card", chosen)]), "card");
    expect(plan.sessions).toEqual([aSession("bank"), aSession("card", { id: "new_1", amount: 1000 })]);
    expect(callsOf(plan)).toEqual([
      ["close", "ps_card"],
      ["open", "new_1"],
    ]);
  });

  it("that is not selected only updates its amount", () => {
    const plan = refreshedSessions(planInput([aSession("card")]), "card");
    expect(plan).toEqual({ sessions: [aSession("card", { amount: 1000 })], calls: [] });
  });

  it("that does not exist changes nothing", () => {
    const sessions = [aSession("card", chosen)];
    expect(refreshedSessions(planInput(sessions), "bank")).toEqual({ sessions, calls: [] });
  });
});
