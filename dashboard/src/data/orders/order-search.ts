import {
  dayParam,
  listParam,
  pageParam,
  textParam,
  textsParam,
  withoutEmpty,
} from "../../kit/list/search-params.ts";

export const ORDER_STATUSES = ["pending", "completed", "archived", "canceled", "requires_action"] as const;
export const PAYMENT_STATUSES = [
  "not_paid",
  "awaiting",
  "captured",
  "partially_refunded",
  "refunded",
  "canceled",
  "requires_action",
] as const;
export const FULFILLMENT_STATUSES = [
  "not_fulfilled",
  "partially_fulfilled",
  "fulfilled",
  "partially_shipped",
  "shipped",
  "partially_returned",
  "returned",
  "canceled",
  "requires_action",
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The part of the address of the page that says which orders it shows. */
export interface OrderSearch {
  q?: string;
  status?: OrderStatus[];
  payment_status?: PaymentStatus[];
  fulfillment_status?: FulfillmentStatus[];
  region_id?: string[];
  sales_channel_id?: string[];
  currency_code?: string;
  customer_id?: string;
  from?: string;
  to?: string;
  page?: number;
}

/** Archived and cancelled orders wait for nothing. */
const UNDER_WAY: OrderStatus[] = ["pending", "completed", "requires_action"];

/** The orders that wait for a step. The home page counts the same ones. */
export const OPEN_ORDERS = {
  toCapture: { status: UNDER_WAY, payment_status: ["awaiting"] },
  toPack: { status: UNDER_WAY, fulfillment_status: ["not_fulfilled", "partially_fulfilled"] },
  toShip: { status: UNDER_WAY, fulfillment_status: ["fulfilled", "partially_shipped"] },
} satisfies Record<string, OrderSearch>;

export const orderSearch = (given: Record<string, unknown>): OrderSearch =>
  withoutEmpty<OrderSearch>({
    q: textParam(given["q"]),
    status: listParam(given["status"], ORDER_STATUSES),
    payment_status: listParam(given["payment_status"], PAYMENT_STATUSES),
    fulfillment_status: listParam(given["fulfillment_status"], FULFILLMENT_STATUSES),
    region_id: textsParam(given["region_id"]),
    sales_channel_id: textsParam(given["sales_channel_id"]),
    currency_code: textParam(given["currency_code"]),
    customer_id: textParam(given["customer_id"]),
    from: dayParam(given["from"]),
    to: dayParam(given["to"]),
    page: pageParam(given["page"]),
  });
