import {
  dayParam,
  daysBetween,
  fromParam,
  oneOfParam,
  orderParam,
  pageParam,
  withoutEmpty,
} from "../../kit/list/search-params.ts";

export const KINDS = ["return", "swap", "claim"] as const;
export type Kind = (typeof KINDS)[number];

/** What there is to do with a return, a swap or a claim. The first view of a kind is shown at first. */
export const VIEWS = {
  return: ["toReceive", "attention", "refundDue", "done", "all"],
  swap: ["toConfirm", "toPack", "toShip", "attention", "done", "all"],
  claim: ["toPack", "toShip", "attention", "done", "all"],
} as const;
export type View = (typeof VIEWS)[Kind][number];

/** The filters of the API for each view. */
export const RETURN_FILTERS = {
  toReceive: { status: ["requested"] },
  attention: { status: ["requires_action"] },
  refundDue: { refund_due: true },
  done: { status: ["received", "canceled"] },
  all: {},
} as const;

const settled = ["confirmed", "awaiting", "captured", "difference_refunded"] as const;

export const SWAP_FILTERS = {
  toConfirm: { payment_status: ["not_paid"] },
  toPack: { fulfillment_status: ["not_fulfilled"], payment_status: settled },
  toShip: { fulfillment_status: ["fulfilled", "partially_shipped"] },
  attention: { payment_status: ["requires_action"] },
  done: { fulfillment_status: ["shipped", "canceled"] },
  all: {},
} as const;

export const CLAIM_FILTERS = {
  toPack: { type: ["replace"], fulfillment_status: ["not_fulfilled", "partially_fulfilled"] },
  toShip: { fulfillment_status: ["fulfilled", "partially_shipped"] },
  attention: { fulfillment_status: ["requires_action"] },
  done: { fulfillment_status: ["shipped", "returned", "partially_returned", "canceled"] },
  all: {},
} as const;

/** The part of the address that says what the inbox shows. */
export interface ReturnsSearch {
  kind?: Kind;
  view?: View;
  from?: string;
  to?: string;
  order?: string;
  page?: number;
}

/** The columns that sort the inbox, with the field of the server. */
export const INBOX_SORTS = { date: "created_at" } as const;

export const viewOf = ({ kind = "return", view }: ReturnsSearch): View =>
  VIEWS[kind].find((each) => each === view) ?? VIEWS[kind][0];

export const returnsSearch = (given: Record<string, unknown>): ReturnsSearch =>
  withoutEmpty<ReturnsSearch>({
    kind: oneOfParam(given["kind"], KINDS),
    view: oneOfParam(
      given["view"],
      KINDS.flatMap((kind) => [...VIEWS[kind]]),
    ),
    from: fromParam(given["from"]),
    to: dayParam(given["to"]),
    order: orderParam(given["order"], Object.values(INBOX_SORTS)),
    page: pageParam(given["page"]),
  });

export function createdBetween(search: ReturnsSearch) {
  const { start, end } = daysBetween(search);
  return start || end ? { created_at: { ...(start && { gte: start }), ...(end && { lt: end }) } } : {};
}
