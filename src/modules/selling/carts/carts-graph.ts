import {
  boolean,
  computed,
  entity,
  integer,
  json,
  many,
  number,
  one,
  oneBack,
  oneOf,
  rowColumns,
  softDeletedColumns,
  text,
  through,
  timestamp,
} from "../../../graph/entity.ts";
import { totalNames } from "../totals/index.ts";

export const cart = entity({
  name: "cart",
  description: "The products that a customer is about to buy.",
  columns: {
    ...softDeletedColumns,
    email: text.nullable,
    billing_address_id: text.nullable,
    shipping_address_id: text.nullable,
    region_id: text.required,
    customer_id: text.nullable,
    payment_id: text.nullable,
    type: oneOf("default", "swap", "draft_order", "payment_link", "claim").required,
    completed_at: timestamp.nullable,
    payment_authorized_at: timestamp.nullable,
    idempotency_key: text.nullable,
    context: json.nullable,
    metadata: json.nullable,
    sales_channel_id: text.nullable,
    object: { ...text.required, sql: () => "'cart'::text", description: "Always `cart`." },
    ...computed(...totalNames, "refunded_total", "refundable_amount"),
  },
  relations: {
    billing_address: one("address", "billing_address_id"),
    shipping_address: one("address", "shipping_address_id"),
    items: many("line_item", "cart_id"),
    // A cart whose region was deleted still has its currency, and can move to another region.
    region: {
      ...one("region", "region_id", { nullable: false, includesDeleted: true, isReferenceData: true }),
      isSometimesHidden: true,
    },
    discounts: through("discount", "cart_discounts", "cart_id", "discount_id"),
    gift_cards: through("gift_card", "cart_gift_cards", "cart_id", "gift_card_id"),
    customer: one("customer", "customer_id"),
    payment_sessions: many("payment_session", "cart_id"),
    payment_session: oneBack("payment_session", "cart_id", { only: (row) => `${row}.is_selected` }),
    payment: one("payment", "payment_id"),
    shipping_methods: many("shipping_method", "cart_id"),
    sales_channel: one("sales_channel", "sales_channel_id", { isReferenceData: true }),
  },
});

const lineItem = entity({
  name: "line_item",
  columns: {
    ...rowColumns,
    cart_id: text.nullable,
    order_id: text.nullable,
    swap_id: text.nullable,
    claim_order_id: text.nullable,
    original_item_id: text.nullable,
    order_edit_id: text.nullable,
    title: text.required,
    description: text.nullable,
    thumbnail: text.nullable,
    is_return: boolean.required,
    is_giftcard: boolean.required,
    should_merge: boolean.required,
    allow_discounts: boolean.required,
    has_shipping: boolean.nullable,
    unit_price: integer.required,
    variant_id: text.nullable,
    quantity: integer.required,
    fulfilled_quantity: integer.nullable,
    returned_quantity: integer.nullable,
    shipped_quantity: integer.nullable,
    metadata: json.nullable,
    includes_tax: boolean.required,
    ...computed(
      "refundable",
      "subtotal",
      "discount_total",
      "raw_discount_total",
      "tax_total",
      "total",
      "original_tax_total",
      "original_total",
    ),
  },
  relations: {
    cart: one("cart", "cart_id"),
    order: one("order", "order_id"),
    swap: one("swap", "swap_id"),
    claim_order: one("claim_order", "claim_order_id"),
    tax_lines: many("line_item_tax_line", "item_id"),
    adjustments: many("line_item_adjustment", "item_id"),
    order_edit: one("order_edit", "order_edit_id"),
    variant: one("product_variant", "variant_id"),
  },
});

const lineItemAdjustment = entity({
  name: "line_item_adjustment",
  columns: {
    id: text.required,
    item_id: text.required,
    description: text.required,
    discount_id: text.nullable,
    amount: number.required,
    metadata: json.nullable,
  },
  relations: {
    item: one("line_item", "item_id", { nullable: false }),
    discount: one("discount", "discount_id"),
  },
});

const lineItemTaxLine = entity({
  name: "line_item_tax_line",
  optional: ["id", "created_at", "updated_at", "metadata"],
  columns: {
    ...rowColumns,
    rate: number.required,
    name: text.required,
    code: text.nullable,
    metadata: json.nullable,
    item_id: text.required,
  },
  relations: {
    item: one("line_item", "item_id", { nullable: false }),
  },
});

export const cartsEntities = [cart, lineItem, lineItemAdjustment, lineItemTaxLine];
