import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import { type ClaimAction, claimGuards } from "./claim-state.ts";

type ClaimState = Parameters<(typeof claimGuards)["cancel"][number]["when"]>[0];

const aClaim = (details: Partial<ClaimState> = {}): ClaimState => ({
  type: "replace",
  payment_status: "na",
  refund_amount: null,
  canceled_at: null,
  fulfillments: [],
  return_order: null,
  ...details,
});

const fulfilled = (canceled_at: string | null) => ({ fulfillments: [{ canceled_at }] as never });
const returned = (status: string) => ({ return_order: { status } as never });
const refund = { type: "refund", payment_status: "not_refunded" } as const;
const canceled = { canceled_at: "2026-01-01T00:00:00.000Z" };

const ALLOWED = null;
const REFUND_ONLY = 'Claim must have type "refund" to create a refund.';
const UPDATE_CANCELED = "Canceled claim cannot be updated";
const REFUND_CANCELED = "Canceled claim cannot be refunded";
const PAID = "Claim was refunded before";
const HAS_REFUND = "Claim with a refund cannot be canceled";
const IS_SENT = "All fulfillments must be canceled before the claim can be canceled";
const COMES_BACK = "Return must be canceled before the claim can be canceled";

type Words = string | null;

/** Every state a claim can be in, and the messages that refuse to update, refund and cancel it. */
const table: [state: string, details: Partial<ClaimState>, update: Words, refund: Words, cancel: Words][] = [
  ["to replace", {}, ALLOWED, REFUND_ONLY, ALLOWED],
  ["to refund, not paid yet", { ...refund, refund_amount: 100 }, ALLOWED, ALLOWED, HAS_REFUND],
  ["to refund nothing", { ...refund, refund_amount: 0 }, ALLOWED, ALLOWED, ALLOWED],
  ["refunded", { ...refund, payment_status: "refunded", refund_amount: 100 }, ALLOWED, PAID, HAS_REFUND],
  ["sent", fulfilled(null), ALLOWED, REFUND_ONLY, IS_SENT],
  ["not sent after all", fulfilled(canceled.canceled_at), ALLOWED, REFUND_ONLY, ALLOWED],
  ["with a requested return", returned("requested"), ALLOWED, REFUND_ONLY, COMES_BACK],
  ["with a received return", returned("received"), ALLOWED, REFUND_ONLY, COMES_BACK],
  ["with a return that requires action", returned("requires_action"), ALLOWED, REFUND_ONLY, COMES_BACK],
  ["with a canceled return", returned("canceled"), ALLOWED, REFUND_ONLY, ALLOWED],
  ["canceled", canceled, UPDATE_CANCELED, REFUND_CANCELED, ALLOWED],
  ["canceled, to refund", { ...refund, ...canceled }, UPDATE_CANCELED, REFUND_CANCELED, ALLOWED],
];

describe("actions on a claim", () => {
  const cases = table.flatMap(([state, details, update, refunded, cancel]) =>
    (
      [
        ["update", update],
        ["refund", refunded],
        ["cancel", cancel],
      ] as [ClaimAction, Words][]
    ).map(([action, words]) => [action, state, details, words] as const),
  );

  it.each(cases)("%s one that is %s", (action, _state, details, words) => {
    const refusal = refusalFor(claimGuards, action, aClaim(details));
    expect(refusal?.message ?? null).toBe(words);
    if (words !== null) expect(refusal!.type).toBe("not_allowed");
  });

  it("are all covered by this test", () => {
    expect(Object.keys(claimGuards).sort()).toEqual(["cancel", "refund", "update"]);
  });
});
