import { type Guard, type Guards, requireAllowed } from "../../../kernel/guards.ts";
import {
  fulfillmentStatusAfter,
  type LockedOrder,
  type OrderFulfillment,
  requireOrderAllows,
  unsettledExchange,
} from "../orders/index.ts";
import type { Consignment, ConsignmentKind } from "./consignment.ts";

type ConsignmentAction = "fulfill" | "ship";

const isCanceled = ({ isCanceled }: Consignment) => isCanceled;
const hasNoMethod = ({ methods }: Consignment) => methods.length === 0;
const whileUnsettled: Guard<Consignment> = {
  when: ({ isUnsettled }) => isUnsettled,
  refuse: ({ kind }) => unsettledExchange(kind),
};
const isFulfilled = ({ status }: Consignment) => status !== "not_fulfilled" && status !== "canceled";

/** When goods of a swap or claim cannot be sent; for orders see `orderGuards`. The messages are v1's. */
export const exchangeGuards: Readonly<
  Record<Exclude<ConsignmentKind, "order">, Guards<Consignment, ConsignmentAction>>
> = {
  swap: {
    fulfill: [
      { when: isCanceled, refuse: "Canceled swap cannot be fulfilled" },
      whileUnsettled,
      { when: isFulfilled, refuse: "The swap was already fulfilled" },
      { when: hasNoMethod, refuse: "Cannot fulfill an swap that doesn't have shipping methods" },
    ],
    ship: [{ when: isCanceled, refuse: "Canceled swap cannot be fulfilled as shipped" }],
  },
  claim: {
    fulfill: [
      { when: isCanceled, refuse: "Canceled claim cannot be fulfilled" },
      whileUnsettled,
      { when: isFulfilled, refuse: "The claim has already been fulfilled." },
      {
        when: ({ claimType }) => claimType !== "replace",
        refuse: 'Claims with the type "refund" can not be fulfilled.',
      },
      { when: hasNoMethod, refuse: "Cannot fulfill a claim without a shipping method." },
    ],
    ship: [{ when: isCanceled, refuse: "Canceled claim cannot be fulfilled as shipped" }],
  },
};

export function requireConsignmentAllows(
  action: ConsignmentAction,
  order: LockedOrder,
  consignment: Consignment,
): void {
  if (consignment.kind === "order") requireOrderAllows(action, order);
  else requireAllowed(exchangeGuards[consignment.kind], action, consignment);
}

type FulfillmentAction = "ship" | "track" | "cancel";

type Fulfillment = Pick<OrderFulfillment, "shipped_at" | "canceled_at">;

export const fulfillmentGuards: Guards<Fulfillment, FulfillmentAction> = {
  ship: [
    { when: ({ canceled_at }) => canceled_at !== null, refuse: "Fulfillment has been canceled" },
    { when: ({ shipped_at }) => shipped_at !== null, refuse: "The fulfillment has already been shipped" },
  ],
  track: [{ when: ({ canceled_at }) => canceled_at !== null, refuse: "Fulfillment has been canceled" }],
  cancel: [
    {
      when: ({ shipped_at }) => shipped_at !== null,
      refuse: "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled",
    },
  ],
};

export const requireFulfillmentAllows = (action: FulfillmentAction, fulfillment: Fulfillment): void =>
  requireAllowed(fulfillmentGuards, action, fulfillment);

type Lines = Consignment["lines"];

const afterOrder = fulfillmentStatusAfter;

const afterExchange = {
  ...fulfillmentStatusAfter,
  /** A swap or claim must be fulfilled completely; otherwise it requires action. */
  fulfill: (lines: Lines) =>
    fulfillmentStatusAfter.fulfill(lines) === "fulfilled" ? "fulfilled" : "requires_action",
};

/** The fulfillment status of a consignment after an event, from its lines after the event. */
export const statusAfter = (
  event: "fulfill" | "ship" | "cancel_fulfillment",
  { kind, lines }: Pick<Consignment, "kind" | "lines">,
): string => (kind === "order" ? afterOrder : afterExchange)[event](lines);

const fulfilledStatuses: readonly string[] = ["fulfilled", "partially_fulfilled", "requires_action"];

interface Withdrawal {
  /** Without the withdrawn fulfillments. */
  consignment: Consignment;
  /** The status and the fulfillments of the consignment before the withdrawn ones were created. */
  statusBefore: string;
  fulfillmentIdsBefore: readonly string[];
}

/**
 * The status of a consignment after a carrier refused its fulfillments: the status before, unless the consignment has
 * changed since then, or the status before came from other fulfillments that were withdrawn as well.
 */
export function statusAfterWithdrawal({
  consignment,
  statusBefore,
  fulfillmentIdsBefore,
}: Withdrawal): string {
  if (!fulfilledStatuses.includes(consignment.status)) return consignment.status;
  const open = consignment.fulfillments.filter(({ canceled_at }) => canceled_at === null);
  const isChanged = open.some(({ id }) => !fulfillmentIdsBefore.includes(id));
  if (!isChanged && !fulfilledStatuses.includes(statusBefore)) return statusBefore;
  if (open.length > 0) return statusAfter("fulfill", consignment);
  return consignment.fulfillments.length > 0 ? "canceled" : "not_fulfilled";
}
