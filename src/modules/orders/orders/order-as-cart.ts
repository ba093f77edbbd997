import { ruleFields } from "../../../graph/custom-fields/field-values.ts";
import { frozenCopy } from "../../../kernel/frozen-copy.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { ShopCart } from "../../../plugins/ports/rule-data.ts";
import type { LockedOrder } from "./locked-order.ts";

interface Goods {
  type: "order_edit" | "claim";
  lines: readonly {
    id: string;
    variant_id: string | null;
    product_id: string | null;
    title: string;
    quantity: number;
    unit_price: number;
    is_giftcard: boolean;
    metadata?: Metadata | null;
    custom_fields?: unknown;
  }[];
  address: { country_code: string | null; postal_code: string | null } | null;
  customerGroupIds: readonly string[];
}

/** Goods that are added to an order, as plugins see a cart. */
export const orderAsCart = (
  order: LockedOrder,
  { type, lines, address, customerGroupIds }: Goods,
): ShopCart => ({
  id: order.cart_id ?? order.id,
  type,
  email: order.email,
  customer_id: order.customer_id,
  // The fields of the customer are not read for it.
  customer: null,
  customer_group_ids: [...customerGroupIds],
  region_id: order.region_id,
  currency_code: order.currency_code,
  sales_channel_id: order.sales_channel_id,
  country_code: address?.country_code ?? null,
  postal_code: address?.postal_code ?? null,
  discount_codes: order.discounts.map(({ code }) => code),
  shipping_option_ids: order.shipping_methods.map(({ shipping_option_id }) => shipping_option_id),
  items: lines.map((line) => ({
    id: line.id,
    variant_id: line.variant_id,
    product_id: line.product_id,
    title: line.title,
    quantity: line.quantity,
    unit_price: line.unit_price,
    is_return: false,
    is_giftcard: line.is_giftcard,
    metadata: frozenCopy(line.metadata),
    custom_fields: ruleFields(line),
  })),
  metadata: frozenCopy(order.metadata),
  custom_fields: ruleFields(order),
});
