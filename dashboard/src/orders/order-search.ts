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
  from?: string;
  to?: string;
  page?: number;
}

const listOf = <Value extends string>(given: unknown, allowed: readonly Value[]): Value[] | undefined => {
  const values = (Array.isArray(given) ? given : [given]).filter((value): value is Value =>
    allowed.includes(value),
  );
  return values.length > 0 ? values : undefined;
};

const texts = (given: unknown): string[] | undefined => {
  const values = (Array.isArray(given) ? given : [given]).filter(
    (value): value is string => typeof value === "string",
  );
  return values.length > 0 ? values : undefined;
};

const text = (given: unknown) => (typeof given === "string" && given !== "" ? given : undefined);
const day = (given: unknown) =>
  typeof given === "string" && /^\d{4}-\d\d-\d\d$/.test(given) ? given : undefined;

/** Anybody can type an address: what is not understood is left out. */
export function orderSearch(given: Record<string, unknown>): OrderSearch {
  const search: OrderSearch = {
    q: text(given["q"]) ?? (typeof given["q"] === "number" ? String(given["q"]) : undefined),
    status: listOf(given["status"], ORDER_STATUSES),
    payment_status: listOf(given["payment_status"], PAYMENT_STATUSES),
    fulfillment_status: listOf(given["fulfillment_status"], FULFILLMENT_STATUSES),
    region_id: texts(given["region_id"]),
    sales_channel_id: texts(given["sales_channel_id"]),
    from: day(given["from"]),
    to: day(given["to"]),
    page:
      Number.isInteger(given["page"]) && (given["page"] as number) > 1
        ? (given["page"] as number)
        : undefined,
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}
