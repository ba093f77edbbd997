import { describe, expect, it } from "vitest";
import { refusalFor } from "../../../kernel/guards.ts";
import type { OrderFulfillment } from "../orders/index.ts";
import type { Consignment } from "./consignment.ts";
import {
  exchangeGuards,
  fulfillmentGuards,
  statusAfter,
  statusAfterWithdrawal,
} from "./fulfillment-state.ts";

const aConsignment = (details: Partial<Consignment>): Consignment =>
  ({
    kind: "swap",
    orderId: "order_1",
    id: "swap_1",
    status: "not_fulfilled",
    isCanceled: false,
    claimType: null,
    lines: [],
    methods: [{ id: "sm_1" }],
    fulfillments: [],
    shippingAddressId: null,
    noNotification: null,
    ...details,
  }) as Consignment;

const canceled = { isCanceled: true };
const bare = { methods: [] };

describe("sending the goods of a swap", () => {
  const open = ["not_fulfilled", "canceled"];
  const begun = ["fulfilled", "partially_shipped", "shipped", "requires_action"];

  it.each([
    ...open.map((status) => ["fulfill", { status }, null] as const),
    ...begun.map((status) => ["fulfill", { status }, "The swap was already fulfilled"] as const),
    ...open.map(
      (status) => ["fulfill", { status, ...canceled }, "Canceled swap cannot be fulfilled"] as const,
    ),
    ["fulfill", bare, "Cannot fulfill an swap that doesn't have shipping methods"] as const,
    ...[...open, ...begun].map((status) => ["ship", { status }, null] as const),
    ["ship", canceled, "Canceled swap cannot be fulfilled as shipped"] as const,
  ])("%s %o: %s", (action, details, words) => {
    expect(refusalFor(exchangeGuards.swap, action, aConsignment(details))?.message ?? null).toBe(words);
  });
});

describe("sending the goods of a claim", () => {
  const open = ["not_fulfilled", "canceled"];
  const begun = [
    "partially_fulfilled",
    "fulfilled",
    "partially_shipped",
    "shipped",
    "partially_returned",
    "returned",
  ];
  const replace = { claimType: "replace" as const };
  const refund = { claimType: "refund" as const };

  it.each([
    ...open.map((status) => ["fulfill", { ...replace, status }, null] as const),
    ...open.map(
      (status) =>
        ["fulfill", { ...refund, status }, 'Claims with the type "refund" can not be fulfilled.'] as const,
    ),
    ...begun.map(
      (status) => ["fulfill", { ...replace, status }, "The claim has already been fulfilled."] as const,
    ),
    ["fulfill", { ...replace, ...canceled }, "Canceled claim cannot be fulfilled"] as const,
    ["fulfill", { ...replace, ...bare }, "Cannot fulfill a claim without a shipping method."] as const,
    ...[...open, ...begun].map((status) => ["ship", { ...replace, status }, null] as const),
    ["ship", { ...replace, ...canceled }, "Canceled claim cannot be fulfilled as shipped"] as const,
  ])("%s %o: %s", (action, details, words) => {
    expect(refusalFor(exchangeGuards.claim, action, aConsignment(details))?.message ?? null).toBe(words);
  });
});

describe("a fulfillment", () => {
  const states = {
    packed: { shipped_at: null, canceled_at: null },
    shipped: { shipped_at: "2026-01-01", canceled_at: null },
    canceled: { shipped_at: null, canceled_at: "2026-01-01" },
  };

  it.each([
    ["packed", "ship", null],
    ["shipped", "ship", "The fulfillment has already been shipped"],
    ["canceled", "ship", "Fulfillment has been canceled"],
    ["packed", "cancel", null],
    [
      "shipped",
      "cancel",
      "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled",
    ],
    // Once more changes nothing.
    ["canceled", "cancel", null],
  ] as const)("that is %s, %s: %s", (state, action, words) => {
    expect(refusalFor(fulfillmentGuards, action, states[state])?.message ?? null).toBe(words);
  });
});

const line = (quantity: number, fulfilled: number | null, shipped: number | null = null) => ({
  quantity,
  fulfilled_quantity: fulfilled,
  returned_unsent: 0,
  shipped_quantity: shipped,
  returned_quantity: null,
});

describe("the state of a consignment", () => {
  it.each([
    ["order", "fulfill", [line(2, 2), line(1, 1)], "fulfilled"],
    ["order", "fulfill", [line(2, 1), line(1, null)], "partially_fulfilled"],
    ["swap", "fulfill", [line(2, 2)], "fulfilled"],
    ["swap", "fulfill", [line(2, 1)], "requires_action"],
    ["claim", "fulfill", [line(2, 2)], "fulfilled"],
    ["claim", "fulfill", [line(2, null)], "requires_action"],
    ["order", "ship", [line(2, 2, 2)], "shipped"],
    ["order", "ship", [line(2, 2, 1)], "partially_shipped"],
    ["swap", "ship", [line(2, 2, 2)], "shipped"],
    ["swap", "ship", [line(2, 2, null)], "partially_shipped"],
    ["claim", "ship", [line(2, 2, 2)], "shipped"],
    ["claim", "ship", [line(2, 2, 1), line(1, 1, 1)], "partially_shipped"],
    ["order", "cancel_fulfillment", [line(2, 2)], "canceled"],
    ["swap", "cancel_fulfillment", [line(2, 2)], "canceled"],
    ["claim", "cancel_fulfillment", [line(2, 2)], "canceled"],
  ] as const)("of a %s after %s of %j is %s", (kind, event, lines, status) => {
    expect(statusAfter(event, { kind, lines: lines as never })).toBe(status);
  });
});

const fulfillment = (id: string, isCanceled = false) =>
  ({ id, canceled_at: isCanceled ? "2026-01-01" : null }) as OrderFulfillment;

describe("the status of an order after a carrier refused its fulfillment", () => {
  const packedNow = (
    fulfillments: OrderFulfillment[],
    lines = [line(2, 1)],
    status = "partially_fulfilled",
  ) => aConsignment({ kind: "order", status, lines: lines as never, fulfillments });

  it.each(["not_fulfilled", "canceled", "partially_shipped", "shipped", "partially_returned", "returned"])(
    "is again %s",
    (before) => {
      expect(
        statusAfterWithdrawal({ consignment: packedNow([]), statusBefore: before, fulfillmentIdsBefore: [] }),
      ).toBe(before);
    },
  );

  it("keeps a change that another request made in the meantime", () => {
    for (const status of ["partially_shipped", "shipped", "partially_returned", "returned", "canceled"]) {
      const consignment = aConsignment({ kind: "order", status });
      expect(
        statusAfterWithdrawal({ consignment, statusBefore: "not_fulfilled", fulfillmentIdsBefore: [] }),
      ).toBe(status);
    }
  });

  it("includes fulfillments that other requests created in the meantime", () => {
    const consignment = packedNow([fulfillment("ful_2")]);
    expect(
      statusAfterWithdrawal({ consignment, statusBefore: "not_fulfilled", fulfillmentIdsBefore: [] }),
    ).toBe("partially_fulfilled");
    const whole = packedNow([fulfillment("ful_2")], [line(2, 2)], "fulfilled");
    expect(
      statusAfterWithdrawal({ consignment: whole, statusBefore: "canceled", fulfillmentIdsBefore: [] }),
    ).toBe("fulfilled");
  });

  it("ignores a status before that came from other refused fulfillments", () => {
    const none = packedNow([], [line(2, null)]);
    expect(
      statusAfterWithdrawal({
        consignment: none,
        statusBefore: "partially_fulfilled",
        fulfillmentIdsBefore: ["ful_1"],
      }),
    ).toBe("not_fulfilled");
    const old = packedNow([fulfillment("ful_0", true)], [line(2, 0)]);
    expect(
      statusAfterWithdrawal({
        consignment: old,
        statusBefore: "partially_fulfilled",
        fulfillmentIdsBefore: ["ful_0"],
      }),
    ).toBe("canceled");
    const remaining = packedNow([fulfillment("ful_0")], [line(2, 1)], "fulfilled");
    expect(
      statusAfterWithdrawal({
        consignment: remaining,
        statusBefore: "partially_fulfilled",
        fulfillmentIdsBefore: ["ful_0"],
      }),
    ).toBe("partially_fulfilled");
  });
});
