import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import { confirmedStatus, type SwapAction, swapGuards } from "./swap-state.ts";

type Swap = Parameters<(typeof swapGuards)["cancel"][number]["when"]>[0];

const paid = { captured_at: null } as Swap["payment"];
const captured = { captured_at: "2030-01-01T00:00:00.000Z" } as Swap["payment"];
const returned = (status: NonNullable<Swap["return_order"]>["status"]) =>
  ({ status }) as Swap["return_order"];
const parcel = (canceled_at: string | null) => ({ canceled_at }) as Swap["fulfillments"][number];
const now = "2030-01-01T00:00:00.000Z";

const aSwap = (details: Partial<Swap> = {}): Swap => ({
  canceled_at: null,
  confirmed_at: null,
  payment_status: "not_paid",
  fulfillments: [],
  return_order: returned("requested"),
  payment: null,
  ...details,
});

/** Every state that a swap can be in. */
const states = {
  requested: aSwap(),
  "requested, with a canceled return": aSwap({ return_order: returned("canceled") }),
  confirmed: aSwap({ confirmed_at: now, payment_status: "awaiting", payment: paid }),
  "confirmed with nothing to pay": aSwap({ confirmed_at: now, payment_status: "confirmed" }),
  "confirmed, with a canceled return": aSwap({
    confirmed_at: now,
    payment_status: "awaiting",
    payment: paid,
    return_order: returned("canceled"),
  }),
  "refused by the payment provider": aSwap({
    confirmed_at: now,
    payment_status: "requires_action",
    payment: paid,
    return_order: returned("canceled"),
  }),
  "packed, with a canceled return": aSwap({
    confirmed_at: now,
    payment_status: "awaiting",
    fulfillments: [parcel(now), parcel(null)],
    return_order: returned("canceled"),
  }),
  "unpacked, with a canceled return": aSwap({
    confirmed_at: now,
    payment_status: "awaiting",
    fulfillments: [parcel(now)],
    return_order: returned("canceled"),
  }),
  received: aSwap({ confirmed_at: now, payment_status: "awaiting", return_order: returned("received") }),
  captured: aSwap({
    confirmed_at: now,
    payment_status: "captured",
    payment: captured,
    return_order: returned("canceled"),
  }),
  "captured by the service itself": aSwap({
    confirmed_at: now,
    payment_status: "awaiting",
    payment: captured,
    return_order: returned("canceled"),
  }),
  refunded: aSwap({
    confirmed_at: now,
    payment_status: "difference_refunded",
    return_order: returned("canceled"),
  }),
  canceled: aSwap({ canceled_at: now, payment_status: "canceled", return_order: returned("canceled") }),
};

type State = keyof typeof states;

const unconfirmed = "Cannot process a swap that hasn't been confirmed by the customer";
const packed = "All fulfillments must be canceled before the swap can be canceled";
const comesBack = "Return must be canceled before the swap can be canceled";
const isCaptured = "Swap with a captured payment cannot be canceled";

/** The refusal of each action in each state; null where it is allowed. */
const verdicts: Record<State, Record<SwapAction, string | null>> = {
  requested: { confirm: null, process_payment: unconfirmed, cancel: comesBack },
  "requested, with a canceled return": { confirm: null, process_payment: unconfirmed, cancel: null },
  confirmed: { confirm: null, process_payment: null, cancel: comesBack },
  "confirmed with nothing to pay": { confirm: null, process_payment: null, cancel: comesBack },
  "confirmed, with a canceled return": { confirm: null, process_payment: null, cancel: null },
  "refused by the payment provider": { confirm: null, process_payment: null, cancel: null },
  "packed, with a canceled return": { confirm: null, process_payment: null, cancel: packed },
  "unpacked, with a canceled return": { confirm: null, process_payment: null, cancel: null },
  received: { confirm: null, process_payment: null, cancel: comesBack },
  captured: { confirm: null, process_payment: null, cancel: isCaptured },
  "captured by the service itself": { confirm: null, process_payment: null, cancel: isCaptured },
  refunded: { confirm: null, process_payment: null, cancel: "Swap with a refund cannot be canceled" },
  canceled: {
    confirm: "The swap was canceled",
    process_payment: "Canceled swap cannot be processed",
    cancel: null,
  },
};

describe.each(Object.keys(states) as State[])("a swap that is %s", (state) => {
  it.each(Object.entries(verdicts[state]))("answers %s with %s", (action, message) => {
    const refusal = refusalFor(swapGuards, action as SwapAction, states[state]);
    expect(refusal?.message ?? null).toBe(message);
    if (refusal) expect(refusal.type).toBe("not_allowed");
  });
});

it.each([
  [1284, "awaiting"],
  [-366, "awaiting"],
  [0, "confirmed"],
])("a difference of %i leaves the payment of a confirmed swap %s", (difference, status) => {
  expect(confirmedStatus(difference)).toBe(status);
});
