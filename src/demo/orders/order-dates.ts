import type { Connection } from "../../db/database.ts";
import { hashOf } from "../product.ts";

const DAYS = 90;
/** The last orders are since yesterday evening, at these fractions of the time since then. */
const LATELY = [0.42, 0.63, 0.81, 0.94];

const DAY = 24 * 3_600_000;
const HOUR = 3_600_000;
const OPENS = 6 * HOUR;
const CLOSES = 21 * HOUR;

/**
 * When orders were placed, the oldest first: over the days before `now`, more at weekends, and more from week to week.
 * The same during a day, except for the last few, which depend on `now`.
 */
export function orderDates(count: number, now: Date): Date[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const weights = Array.from({ length: DAYS - 1 }, (_, index) => weightOf(today - (DAYS - 1 - index) * DAY));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const early = count - LATELY.length;
  const dates: Date[] = [];
  let [day, before] = [0, 0];
  for (let index = 0; index < early; index++) {
    const reached = (whole * (index + 0.5)) / early;
    while (before + weights[day]! < reached) before += weights[day++]!;
    const part = (reached - before) / weights[day]!;
    dates.push(new Date(today - (DAYS - 1 - day) * DAY + OPENS + part * (CLOSES - OPENS)));
  }
  const evening = today - DAY + CLOSES;
  return [...dates, ...LATELY.map((part) => new Date(evening + part * (now.getTime() - evening)))].map(
    wholeSecond,
  );

  function weightOf(time: number): number {
    const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
    const growth = 1 + (1.2 * (time - (today - DAYS * DAY))) / (DAYS * DAY);
    return growth * (isWeekend ? 1.7 : 1) * (0.7 + (hashOf(String(time / DAY)) % 60) / 100);
  }
}

const wholeSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** A number of hours after an order was placed; less if that would be in the future. */
export function momentAfter(placed: Date, hours: { after: number; last: number }, now: Date): Date {
  const passed = (now.getTime() - placed.getTime()) * 0.95;
  const scale = Math.min(1, passed / (hours.last * HOUR));
  return wholeSecond(new Date(placed.getTime() + hours.after * HOUR * scale));
}

/** The tables of an order, and their columns with dates. */
const dated: Readonly<Record<string, readonly string[]>> = {
  '"order"': ["created_at", "updated_at", "canceled_at"],
  draft_order: ["created_at", "updated_at", "completed_at"],
  cart: ["created_at", "updated_at", "completed_at", "payment_authorized_at"],
  line_item: ["created_at", "updated_at"],
  payment: ["created_at", "updated_at", "captured_at", "canceled_at"],
  refund: ["created_at", "updated_at"],
  fulfillment: ["created_at", "updated_at", "shipped_at", "canceled_at"],
  tracking_link: ["created_at", "updated_at"],
  '"return"': ["created_at", "updated_at", "received_at"],
  swap: ["created_at", "updated_at", "confirmed_at"],
  claim_order: ["created_at", "updated_at"],
  claim_item: ["created_at", "updated_at"],
  order_edit: ["created_at", "updated_at", "requested_at", "confirmed_at"],
  order_item_change: ["created_at", "updated_at"],
  payment_collection: ["created_at", "updated_at"],
  note: ["created_at", "updated_at"],
  "tradewind.payment_operation": ["created_at", "updated_at"],
};

const [order, draft, cart] = ["$1::varchar", "$2::varchar", "$3::varchar"];
const [began, at] = ["$4::timestamptz", "$5::timestamptz"];

/** The ids of all rows of the order or draft. Ids are unique over all tables. */
const parts = `
  owned as (select id, cart_id, draft_order_id from "order" where id = ${order}
    union all select null, cart_id, id from draft_order where id = ${draft}),
  swapped as (select id, cart_id from swap where order_id = ${order}),
  claimed as (select id from claim_order where order_id = ${order}),
  edited as (select id, payment_collection_id from order_edit where order_id = ${order}),
  carts as (select cart_id as id from owned union select cart_id from swapped union select ${cart}),
  lines as (select id from line_item where order_id = ${order} or cart_id in (select id from carts)
    or claim_order_id in (select id from claimed) or order_edit_id in (select id from edited)),
  sent as (select id from fulfillment where order_id = ${order} or swap_id in (select id from swapped)
    or claim_order_id in (select id from claimed)),
  paid as (select id from payment where order_id = ${order} or swap_id in (select id from swapped)),
  part as materialized (select id from owned union select draft_order_id from owned union select id from carts
    union select id from swapped union select id from claimed union select id from edited
    union select payment_collection_id from edited union select id from lines union select id from sent
    union select id from paid union select id from refund where order_id = ${order}
    union select id from "return" where order_id = ${order} or swap_id in (select id from swapped)
      or claim_order_id in (select id from claimed)
    union select id from tracking_link where fulfillment_id in (select id from sent)
    union select id from claim_item where claim_order_id in (select id from claimed)
    union select id from order_item_change where order_edit_id in (select id from edited)
    union select customer_id from cart where id in (select id from carts)
    union select id from note where resource_id = ${order}
    union select id from tradewind.payment_operation where payment_id in (select id from paid))`;

// Dates after the start of the load are not set yet.
const moved = (column: string) => `${column} = case when ${column} > ${began} then ${at} else ${column} end`;

const updates = Object.entries(dated).map(
  ([table, columns], index) => `dated_${index} as (
    update ${table} set ${columns.map(moved).join(", ")}
    where id in (select id from part) and (${columns.map((column) => `${column} > ${began}`).join(" or ")}))`,
);

const text = `with ${[parts, ...updates].join(", ")},
  buyer as (update customer set created_at = ${at} - interval '10 minutes', updated_at = least(updated_at, ${at})
    where id in (select customer_id from cart where id in (select id from carts)) and created_at > ${at})
  update tradewind.event set occurred_at = ${at} where entity_id in (select id from part) and occurred_at > ${began}`;

interface RowDates {
  orderId: string | null;
  draftId: string | null;
  /** A cart without an order. */
  cartId: string | null;
  /** When the load began. Dates after it are not set yet. */
  began: Date;
  /** The date to set. */
  at: Date;
}

/** Sets the dates of all rows that were changed since the last call. */
export async function dateRows(on: Connection, dates: RowDates): Promise<void> {
  await on.run({
    name: "demo-date-order",
    text,
    values: [dates.orderId, dates.draftId, dates.cartId, dates.began, dates.at],
  });
}
