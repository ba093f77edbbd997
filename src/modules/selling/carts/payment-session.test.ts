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

const situation = (sessions: PaymentSession[], providerIds = ["card", "bank"], total = 1000) => {
  let made = 0;
  return { sessions, providerIds, total, newId: () => `new_${++made}` };
};

const idsOf = ({ sessions }: SessionPlan) => sessions.map(({ id }) => id);
const selectedIn = ({ sessions }: SessionPlan) =>
  sessions.filter(({ is_selected }) => is_selected).map(({ provider_id }) => provider_id);
const errandsOf = ({ errands }: SessionPlan) => errands.map(({ kind, session }) => [kind, session.id]);

describe("preparing the payment of a cart", () => {
  it("makes a session for each way to pay, and lets the customer choose", () => {
    const plan = preparedSessions(situation([]));
    expect(plan).toEqual({
      sessions: [
        aSession("card", { id: "new_1", amount: 1000 }),
        aSession("bank", { id: "new_2", amount: 1000 }),
      ],
      errands: [],
    });
  });

  it("chooses and opens the only way there is", () => {
    const plan = preparedSessions(situation([], ["card"]));
    expect(selectedIn(plan)).toEqual(["card"]);
    expect(errandsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("makes none where there is no way to pay", () => {
    expect(preparedSessions(situation([], []))).toEqual({ sessions: [], errands: [] });
  });

  it.each([0, -100])("takes all sessions away when %d is to be paid", (total) => {
    const sessions = [aSession("card", chosen), aSession("bank")];
    const plan = preparedSessions(situation(sessions, ["card", "bank"], total));
    expect(plan.sessions).toEqual([]);
    expect(errandsOf(plan)).toEqual([["close", "ps_card"]]);
  });

  it("drops what the region no longer offers, and closes it where it was open", () => {
    const sessions = [aSession("cash", chosen), aSession("cheque"), aSession("card")];
    const plan = preparedSessions(situation(sessions));
    expect(idsOf(plan)).toEqual(["ps_card", "new_1"]);
    expect(errandsOf(plan)).toEqual([["close", "ps_cash"]]);
  });

  it("tells the provider of the chosen one what has changed; its amount follows when that is done", () => {
    const session = aSession("card", chosen);
    const plan = preparedSessions(situation([session, aSession("bank")]));
    expect(plan.sessions).toEqual([session, aSession("bank", { amount: 1000 })]);
    expect(errandsOf(plan)).toEqual([["update", "ps_card"]]);
  });

  it("opens a chosen one whose opening failed before", () => {
    const plan = preparedSessions(situation([aSession("card", { is_selected: true }), aSession("bank")]));
    expect(errandsOf(plan)).toEqual([["open", "ps_card"]]);
  });

  it("begins anew where the payment was canceled; what was chosen stays so", () => {
    const canceled = { ...chosen, status: "canceled" as const };
    const sessions = [aSession("card", canceled), aSession("bank", { ...canceled, is_selected: null })];
    const plan = preparedSessions(situation(sessions));
    expect(plan.sessions).toEqual([
      aSession("card", { id: "new_1", is_selected: true, amount: 1000 }),
      aSession("bank", { id: "new_2", amount: 1000 }),
    ]);
    expect(errandsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("closes one that is open but was not chosen; it is opened when it is", () => {
    const plan = preparedSessions(situation([aSession("card", { is_initiated: true }), aSession("bank")]));
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1", amount: 1000 }));
    expect(errandsOf(plan)).toEqual([["close", "ps_card"]]);
  });
});

describe("choosing a way to pay", () => {
  it("opens its session", () => {
    const plan = selectedSessions(situation([aSession("card"), aSession("bank")]), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(errandsOf(plan)).toEqual([["open", "ps_bank"]]);
  });

  it("closes the one that was chosen before and begins that anew, should it be chosen again", () => {
    const plan = selectedSessions(situation([aSession("card", chosen), aSession("bank")]), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1" }));
    expect(errandsOf(plan)).toEqual([
      ["close", "ps_card"],
      ["open", "ps_bank"],
    ]);
  });

  it("does not close what never was open", () => {
    const sessions = [aSession("card", { is_selected: true }), aSession("bank")];
    const plan = selectedSessions(situation(sessions), "bank");
    expect(selectedIn(plan)).toEqual(["bank"]);
    expect(errandsOf(plan)).toEqual([["open", "ps_bank"]]);
  });

  it("again only brings it up to date", () => {
    const plan = selectedSessions(situation([aSession("card", chosen), aSession("bank")]), "card");
    expect(idsOf(plan)).toEqual(["ps_card", "ps_bank"]);
    expect(errandsOf(plan)).toEqual([["update", "ps_card"]]);
  });

  it("begins anew where its payment was canceled", () => {
    const sessions = [aSession("card", { ...chosen, status: "canceled" }), aSession("bank")];
    const plan = selectedSessions(situation(sessions), "card");
    expect(plan.sessions[0]).toEqual(aSession("card", { id: "new_1", is_selected: true }));
    expect(errandsOf(plan)).toEqual([["open", "new_1"]]);
  });

  it("is refused for one that the region does not offer, though it has a session", () => {
    expect(() => selectedSessions(situation([aSession("cash")]), "cash")).toThrow(
      "The payment method is not available in this region",
    );
  });

  it("is refused before there are sessions", () => {
    expect(() => selectedSessions(situation([aSession("card")]), "bank")).toThrow(
      "Could not find payment session",
    );
  });
});

describe("taking a session away", () => {
  it("closes it where it is open", () => {
    const plan = withoutSession([aSession("card", chosen), aSession("bank")], "card");
    expect(idsOf(plan)).toEqual(["ps_bank"]);
    expect(errandsOf(plan)).toEqual([["close", "ps_card"]]);
  });

  it("that was never open needs nobody else", () => {
    expect(withoutSession([aSession("card")], "card")).toEqual({ sessions: [], errands: [] });
  });

  it("that is not there changes nothing", () => {
    const sessions = [aSession("card", chosen)];
    expect(withoutSession(sessions, "bank")).toEqual({ sessions, errands: [] });
  });
});

describe("beginning a session anew", () => {
  it("closes and opens the chosen one, which has to be chosen again", () => {
    const plan = refreshedSessions(situation([aSession("bank"), aSession("card", chosen)]), "card");
    expect(plan.sessions).toEqual([aSession("bank"), aSession("card", { id: "new_1", amount: 1000 })]);
    expect(errandsOf(plan)).toEqual([
      ["close", "ps_card"],
      ["open", "new_1"],
    ]);
  });

  it("of another one only brings its amount up to date", () => {
    const plan = refreshedSessions(situation([aSession("card")]), "card");
    expect(plan).toEqual({ sessions: [aSession("card", { amount: 1000 })], errands: [] });
  });

  it("that is not there changes nothing", () => {
    const sessions = [aSession("card", chosen)];
    expect(refreshedSessions(situation(sessions), "bank")).toEqual({ sessions, errands: [] });
  });
});
