import { allow, type Guard, type Guards } from "../../../kernel/guards.ts";
import {
  allowOrder,
  fulfillmentStatusAfter,
  type OrderFulfillment,
  type OrderInWork,
  unsettledExchange,
} from "../orders/index.ts";
import type { Consignment, ConsignmentKind } from "./consignment.ts";

export type ConsignmentAction = "fulfill" | "ship";

const isCanceled = ({ isCanceled }: Consignment) => isCanceled;
const hasNoMethod = ({ methods }: Consignment) => methods.length === 0;
const whileUnsettled: Guard<Consignment> = {
  when: ({ isUnsettled }) => isUnsettled,
  refuse: ({ kind }) => unsettledExchange(kind),
};
const isUnderWay = ({ status }: Consignment) => status !== "not_fulfilled" && status !== "canceled";

/** What stands in the way of sending goods of a swap or claim; of an order, see `orderGuards`. The words are v1's. */
export const exchangeGuards: Readonly<
  Record<Exclude<ConsignmentKind, "order">, Guards<Consignment, ConsignmentAction>>
> = {
  swap: {
    fulfill: [
      { when: isCanceled, refuse: "Canceled swap cannot be fulfilled" },
      whileUnsettled,
      { when: isUnderWay, refuse: "The swap was already fulfilled" },
      { when: hasNoMethod, refuse: "Cannot fulfill an swap that doesn't have shipping methods" },
    ],
    ship: [{ when: isCanceled, refuse: "Canceled swap cannot be fulfilled as shipped" }],
  },
  claim: {
    fulfill: [
      { when: isCanceled, refuse: "Canceled claim cannot be fulfilled" },
      whileUnsettled,
      { when: isUnderWay, refuse: "The claim has already been fulfilled." },
      {
        when: ({ claimType }) => claimType !== "replace",
        refuse: 'Claims with the type "refund" can not be fulfilled.',
      },
      { when: hasNoMethod, refuse: "Cannot fulfill a claim without a shipping method." },
    ],
    ship: [{ when: isCanceled, refuse: "Canceled claim cannot be fulfilled as shipped" }],
  },
};

export function allowConsignment(
  action: ConsignmentAction,
  order: OrderInWork,
  consignment: Consignment,
): void {
  if (consignment.kind === "order") allowOrder(action, order);
  else allow(exchangeGuards[consignment.kind], action, consignment);
}

export type FulfillmentAction = "ship" | "cancel";

type Fulfillment = Pick<OrderFulfillment, "shipped_at" | "canceled_at">;

export const fulfillmentGuards: Guards<Fulfillment, FulfillmentAction> = {
  ship: [
    { when: ({ canceled_at }) => canceled_at !== null, refuse: "Fulfillment has been canceled" },
    { when: ({ shipped_at }) => shipped_at !== null, refuse: "The fulfillment has already been shipped" },
  ],
  cancel: [
    {
      when: ({ shipped_at }) => shipped_at !== null,
      refuse: "The fulfillment has already been shipped. Shipped fulfillments cannot be canceled",
    },
  ],
};

export const allowFulfillment = (action: FulfillmentAction, fulfillment: Fulfillment): void =>
  allow(fulfillmentGuards, action, fulfillment);

type Lines = Consignment["lines"];

const afterOrder = fulfillmentStatusAfter;

const afterExchange = {
  ...fulfillmentStatusAfter,
  /** Everything is sent at once. */
  fulfill: (lines: Lines) =>
    fulfillmentStatusAfter.fulfill(lines) === "fulfilled" ? "fulfilled" : "requires_action",
};

/** The state of a consignment after something happened, from its lines as they are then. */
export const statusAfter = (
  event: "fulfill" | "ship" | "cancel_fulfillment",
  { kind, lines }: Pick<Consignment, "kind" | "lines">,
): string => (kind === "order" ? afterOrder : afterExchange)[event](lines);

const packed: readonly string[] = ["fulfilled", "partially_fulfilled", "requires_action"];

interface Withdrawn {
  /** As it is without the fulfilments that are withdrawn. */
  consignment: Consignment;
  /** How it stood when they were begun, and the fulfilments there were then. */
  before: string;
  known: readonly string[];
}

/**
 * The state of a consignment whose fulfilments a carrier refused: what it was before, unless something else happened since,
 * or what it was was only due to others that were being asked for at the same time.
 */
export function statusWithout({ consignment, before, known }: Withdrawn): string {
  if (!packed.includes(consignment.status)) return consignment.status;
  const open = consignment.fulfillments.filter(({ canceled_at }) => canceled_at === null);
  const isChanged = open.some(({ id }) => !known.includes(id));
  if (!isChanged && !packed.includes(before)) return before;
  if (open.length > 0) return statusAfter("fulfill", consignment);
  return consignment.fulfillments.length > 0 ? "canceled" : "not_fulfilled";
}
