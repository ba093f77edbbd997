import {
  boolean,
  computed,
  entity,
  integer,
  json,
  many,
  matching,
  number,
  one,
  oneOf,
  rowColumns,
  text,
  through,
  timestamp,
} from "../../../graph/entity.ts";
import { containing, type Filter, wordsFilter, wordsOf } from "../../../graph/filter.ts";
import type { SelectedRow } from "../../../graph/row.ts";
import { fulfillmentStatuses, paymentStatuses } from "./order.ts";
import { orderTotalNames } from "./order-totals.ts";

/** The search text of an order begins with its number, so `#196` is this number, and `196` a part of any. */
const patternOf = (word: string) => (/^#\d+$/.test(word) ? `${word.slice(1)}\n%` : containing(word));

/**
 * Triggers maintain the search text of an order: see migrations/0031_search_texts.sql. The best plan depends on the words: an
 * index for a rare one, a scan of the newest orders for common ones.
 */
export const ordersMentioning = (text: string): Filter =>
  wordsFilter(wordsOf(text).map(patternOf), {
    name: "order-mentions",
    sql: (row, patterns) => `exists (select 1 from tradewind.order_search found
      where found.order_id = ${row}.id and ${patterns.map((pattern) => `found.words ilike ${pattern}`).join(" and ")})`,
  });

const canBeReturned = (line: string) =>
  `coalesce(${line}.returned_quantity, 0) < coalesce(${line}.shipped_quantity, 0)`;

/** Lines of the order itself, and of its swaps and claims. */
const isLineOf = (line: string, row: string) =>
  `(${line}.order_id = ${row}.id
    or ${line}.swap_id = any(array(select later.id from swap later where later.order_id = ${row}.id))
    or ${line}.claim_order_id =
      any(array(select later.id from claim_order later where later.order_id = ${row}.id)))`;

export const order = entity({
  name: "order",
  description: "A placed order.",
  columns: {
    ...rowColumns,
    status: oneOf("pending", "completed", "archived", "canceled", "requires_action").required,
    fulfillment_status: oneOf(...fulfillmentStatuses).required,
    payment_status: oneOf(...paymentStatuses).required,
    display_id: integer.required,
    cart_id: text.nullable,
    customer_id: text.required,
    email: text.required,
    billing_address_id: text.nullable,
    shipping_address_id: text.nullable,
    region_id: text.required,
    currency_code: text.required,
    tax_rate: number.nullable,
    draft_order_id: text.nullable,
    canceled_at: timestamp.nullable,
    metadata: json.nullable,
    no_notification: boolean.nullable,
    idempotency_key: text.nullable,
    external_id: text.nullable,
    sales_channel_id: text.nullable,
    object: { ...text.required, sql: () => "'order'::text", description: "Always `order`." },
    ...computed(...orderTotalNames),
  },
  added: { object: { type: "string", description: "Always `order`." } },
  relations: {
    cart: one("cart", "cart_id"),
    customer: one("customer", "customer_id", { nullable: false }),
    billing_address: one("address", "billing_address_id"),
    shipping_address: one("address", "shipping_address_id"),
    region: one("region", "region_id", { nullable: false, includesDeleted: true, isReferenceData: true }),
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    // Includes deleted discounts: the order still has them.
    discounts: {
      ...through("discount", "order_discounts", "order_id", "discount_id"),
      includesDeleted: true,
    },
    gift_cards: through("gift_card", "order_gift_cards", "order_id", "gift_card_id"),
    shipping_methods: many("shipping_method", "order_id"),
    payments: many("payment", "order_id"),
    fulfillments: many("fulfillment", "order_id"),
    returns: many("return", "order_id"),
    claims: many("claim_order", "order_id"),
    refunds: many("refund", "order_id"),
    swaps: many("swap", "order_id"),
    draft_order: one("draft_order", "draft_order_id"),
    edits: many("order_edit", "order_id"),
    items: many("line_item", "order_id", { includesDeleted: true }),
    returnable_items: {
      ...matching("line_item", (line, row) => `${isLineOf(line, row)} and ${canBeReturned(line)}`),
      includesDeleted: true,
    },
    tags: through("order_tag", "tradewind.tagged_order", "order_id", "tag_id", ["name", "id"]),
    assignee: one("order_assignee", "id", { otherColumn: "order_id" }),
    gift_card_transactions: many("gift_card_transaction", "order_id"),
    sales_channel: one("sales_channel", "sales_channel_id", { isReferenceData: true }),
  },
});

/** An order with the columns and relations that a request selected. */
export type OrderRow = SelectedRow<typeof order>;

export const ordersEntities = [order];
