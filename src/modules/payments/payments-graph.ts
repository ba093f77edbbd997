import {
  boolean,
  entity,
  integer,
  json,
  one,
  oneOf,
  rowColumns,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../graph/entity.ts";

const payment = entity({
  name: "payment",
  columns: {
    ...rowColumns,
    swap_id: text.nullable,
    cart_id: text.nullable,
    order_id: text.nullable,
    amount: integer.required,
    currency_code: text.required,
    amount_refunded: integer.required,
    provider_id: text.required,
    data: json.required,
    captured_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    swap: one("swap", "swap_id"),
    cart: one("cart", "cart_id"),
    order: one("order", "order_id"),
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
  },
});

const paymentSession = entity({
  name: "payment_session",
  columns: {
    ...rowColumns,
    cart_id: text.nullable,
    provider_id: text.required,
    is_selected: boolean.nullable,
    is_initiated: boolean.required,
    status: oneOf("authorized", "pending", "requires_more", "error", "canceled").required,
    data: json.required,
    idempotency_key: text.nullable,
    amount: integer.nullable,
    payment_authorized_at: timestamp.nullable,
  },
  relations: {
    cart: one("cart", "cart_id"),
  },
});

const paymentProvider = entity({
  name: "payment_provider",
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

const paymentCollection = entity({
  name: "payment_collection",
  columns: {
    ...softDeletedColumns,
    type: oneOf("order_edit").required,
    status: oneOf("not_paid", "awaiting", "authorized", "partially_authorized", "canceled").required,
    description: text.nullable,
    amount: integer.required,
    authorized_amount: integer.nullable,
    region_id: text.required,
    currency_code: text.required,
    metadata: json.nullable,
    created_by: text.required,
  },
  relations: {
    region: one("region", "region_id", { nullable: false }),
    currency: one("currency", "currency_code", { otherColumn: "code", nullable: false }),
    payment_sessions: through(
      "payment_session",
      "payment_collection_sessions",
      "payment_collection_id",
      "payment_session_id",
    ),
    payments: through("payment", "payment_collection_payments", "payment_collection_id", "payment_id"),
  },
});

const refund = entity({
  name: "refund",
  columns: {
    ...rowColumns,
    order_id: text.nullable,
    payment_id: text.nullable,
    amount: integer.required,
    note: text.nullable,
    reason: oneOf("discount", "return", "swap", "claim", "other").required,
    metadata: json.nullable,
    idempotency_key: text.nullable,
  },
  relations: {
    order: one("order", "order_id"),
    payment: one("payment", "payment_id"),
  },
});

export const paymentsEntities = [payment, paymentSession, paymentProvider, paymentCollection, refund];
