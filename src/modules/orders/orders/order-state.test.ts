import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import type { LockedOrder } from "./locked-order.ts";
import { fulfillmentStatusAfter, type OrderAction, orderGuards, paymentStatusAfter } from "./order-state.ts";

const method = { id: "sm_1" };
const open = { canceled_at: null };

/** A paid and fulfilled order with the given facts. */
const anOrder = (facts: Partial<Record<keyof LockedOrder, unknown>> = {}): LockedOrder =>
  ({
    status: "pending",
    payment_status: "captured",
    fulfillment_status: "fulfilled",
    is_being_canceled: false,
    has_paid_edit: false,
    shipping_methods: [method],
    refunds: [],
    fulfillments: [],
    returns: [],
    swaps: [],
    claims: [],
    ...facts,
  }) as unknown as LockedOrder;

const states = ["pending", "completed", "archived", "requires_action", "canceled"] as const;
type State = (typeof states)[number];

const ALLOWED = null;
const whenCanceled = (words: string): Record<State, string | null> => ({
  pending: ALLOWED,
  completed: ALLOWED,
  archived: ALLOWED,
  requires_action: ALLOWED,
  canceled: words,
});
const always = whenCanceled(ALLOWED as never);

/** Every action in every state of an order: the message of v1 that refuses it, or null. */
const table: Record<OrderAction, Record<State, string | null>> = {
  update: whenCanceled("A canceled order cannot be updated"),
  complete: whenCanceled("A canceled order cannot be completed"),
  archive: {
    pending: "Can't archive an unprocessed order",
    completed: ALLOWED,
    archived: "Can't archive an unprocessed order",
    requires_action: "Can't archive an unprocessed order",
    canceled: "Can't archive an unprocessed order",
  },
  cancel: always,
  capture: whenCanceled("A canceled order cannot capture payment"),
  refund: whenCanceled("A canceled order cannot be refunded"),
  fulfill: whenCanceled("A canceled order cannot be fulfilled"),
  ship: whenCanceled("A canceled order cannot be fulfilled as shipped"),
  cancel_fulfillment: always,
  return: whenCanceled("Cannot create a return for a canceled item."),
  swap: whenCanceled("A canceled order cannot be swapped"),
  claim: whenCanceled("Cannot create a claim on a canceled item."),
  edit: whenCanceled("A canceled order cannot be edited"),
  add_shipping_method: whenCanceled("A shipping method cannot be added to a canceled order"),
};

const refusalOf = (action: OrderAction, facts: Parameters<typeof anOrder>[0]) =>
  refusalFor(orderGuards, action, anOrder(facts))?.message ?? null;

describe("actions on an order", () => {
  const actions = Object.keys(table) as OrderAction[];

  it("are all covered by this test", () => {
    expect(Object.keys(orderGuards).sort()).toEqual([...actions].sort());
  });

  it.each(
    actions.flatMap((action) => states.map((status) => [action, status, table[action][status]] as const)),
  )("%s when it is %s: %s", (action, status, words) => expect(refusalOf(action, { status })).toBe(words));

  it.each(actions.filter((action) => table[action] !== always && action !== "archive"))(
    "%s is refused while the order is being canceled",
    (action) => {
      const refusal = refusalFor(orderGuards, action, anOrder({ is_being_canceled: true }));
      expect(refusal).toMatchObject({ type: "conflict", message: "The order is being canceled" });
    },
  );

  it.each([
    ["refunds", { refunds: [{ id: "ref_1" }] }, "Order with refund(s) cannot be canceled"],
    ["a fulfilment", { fulfillments: [open] }, "All fulfillments must be canceled before canceling an order"],
    [
      "a return",
      { returns: [{ status: "requested" }] },
      "All returns must be canceled before canceling an order",
    ],
    ["a swap", { swaps: [open] }, "All swaps must be canceled before canceling an order"],
    ["a claim", { claims: [open] }, "All claims must be canceled before canceling an order"],
    [
      "a paid edit",
      { has_paid_edit: true },
      "An order edit that was paid for must be canceled before canceling an order",
    ],
  ])("do not cancel an order with %s", (_, facts, words) => {
    expect(refusalOf("cancel", facts)).toBe(words);
  });

  it("cancel an order whose fulfillments, returns, swaps and claims are canceled", () => {
    const canceled = { canceled_at: "2026-01-01T00:00:00.000Z" };
    const facts = {
      fulfillments: [canceled],
      swaps: [canceled],
      claims: [canceled],
      returns: [{ status: "canceled" }],
    };
    expect(refusalOf("cancel", facts)).toBeNull();
  });

  it("do not fulfill an order without shipping methods", () => {
    expect(refusalOf("fulfill", { shipping_methods: [] })).toBe(
      "Cannot fulfill an order that lacks shipping methods",
    );
  });

  it.each([
    ["not_paid", "Cannot swap an order that has not been captured"],
    ["awaiting", "Cannot swap an order that has not been captured"],
    ["captured", ALLOWED],
    ["partially_refunded", ALLOWED],
    ["refunded", "Cannot swap an order that has not been captured"],
    ["canceled", "Cannot swap an order that has not been captured"],
    ["requires_action", "Cannot swap an order that has not been captured"],
  ])("swap when the payment is %s: %s", (payment_status, words) => {
    expect(refusalOf("swap", { payment_status })).toBe(words);
  });

  it("do not swap an order that is not fulfilled", () => {
    expect(refusalOf("swap", { fulfillment_status: "not_fulfilled" })).toBe(
      "Cannot swap an order that has not been fulfilled",
    );
  });
});

const line = (fulfilled: number | null, shipped: number | null, returned: number | null) => ({
  quantity: 2,
  fulfilled_quantity: fulfilled,
  returned_unsent: 0,
  shipped_quantity: shipped,
  returned_quantity: returned,
});

describe("the fulfillment status of an order", () => {
  it.each([
    ["fulfill", [line(2, null, null), line(2, null, null)], "fulfilled"],
    ["fulfill", [line(2, null, null), line(1, null, null)], "partially_fulfilled"],
    ["fulfill", [line(2, 2, null), line(2, null, null)], "fulfilled"],
    ["ship", [line(2, 2, null), line(2, 2, null)], "shipped"],
    ["ship", [line(2, 2, null), line(2, null, null)], "partially_shipped"],
    ["return", [line(2, 2, 2), line(2, 2, 2)], "returned"],
    ["return", [line(2, 2, 1), line(2, 2, null)], "partially_returned"],
    ["cancel_fulfillment", [line(2, 2, null), line(null, null, null)], "canceled"],
  ] as const)("after %s", (event, lines, status) => {
    expect(fulfillmentStatusAfter[event](lines)).toBe(status);
  });
});

const payment = (captured: boolean, canceled = false) =>
  ({ captured_at: captured ? "now" : null, canceled_at: canceled ? "now" : null }) as never;

describe("the payment status of an order", () => {
  it.each([
    [[payment(true)], "captured"],
    [[payment(true), payment(true)], "captured"],
    [[payment(true), payment(false)], "requires_action"],
    [[payment(true), payment(false, true)], "captured"],
    [[payment(false)], "requires_action"],
  ])("after a capture", (payments, status) => {
    expect(paymentStatusAfter.capture({ payments })).toBe(status);
  });

  it.each([
    [{ paid: 100, refunded: 1 }, "partially_refunded"],
    [{ paid: 100, refunded: 99 }, "partially_refunded"],
    [{ paid: 100, refunded: 100 }, "refunded"],
  ])("after a refund: %o", (money, status) => {
    expect(paymentStatusAfter.refund(money)).toBe(status);
  });

  it("is awaiting after another authorization, unless the order is canceled", () => {
    expect(paymentStatusAfter.authorize("captured")).toBe("awaiting");
    expect(paymentStatusAfter.authorize("canceled")).toBe("canceled");
    expect(paymentStatusAfter.cancel()).toBe("canceled");
  });
});
