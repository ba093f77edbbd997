import {
  boolean,
  entity,
  integer,
  json,
  one,
  oneOf,
  rowColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";

export const payment = entity({
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
  isReferenceData: true,
  columns: {
    id: text.required,
    is_installed: boolean.required,
  },
});

export const refund = entity({
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

export const paymentsEntities = [payment, paymentSession, paymentProvider, refund];
