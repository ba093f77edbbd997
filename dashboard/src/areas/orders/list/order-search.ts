import {
  FULFILLMENT_STATUSES,
  type FulfillmentStatus,
  ORDER_STATUSES,
  type OrderStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "../../../data/orders/order-statuses.ts";
import { fieldsParam } from "../../../kit/list/field-filters.ts";
import {
  dayParam,
  fromParam,
  listParam,
  orderParam,
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
  /** Ids of tags. */
  tags?: string[];
  /** The id of a user, or `unassigned`. */
  assigned_to?: string;
  from?: string;
  to?: string;
  /** Filters by fields of the shop. */
  fields?: string[];
  order?: string;
  page?: number;
}

/** The columns that sort the list, with the field of the server. */
export const ORDER_SORTS = { number: "display_id", date: "created_at" } as const;

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
    tags: textsParam(given["tags"]),
    assigned_to: textParam(given["assigned_to"]),
    from: fromParam(given["from"]),
    to: dayParam(given["to"]),
    order: orderParam(given["order"], Object.values(ORDER_SORTS)),
    fields: fieldsParam(given["fields"]),
    page: pageParam(given["page"]),
  });
