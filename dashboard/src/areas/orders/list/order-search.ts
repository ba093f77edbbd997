import {
  FULFILLMENT_STATUSES,
  type FulfillmentStatus,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "../../../data/orders/order-statuses.ts";
import {
  dayParam,
  listParam,
  pageParam,
  textParam,
  textsParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

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
