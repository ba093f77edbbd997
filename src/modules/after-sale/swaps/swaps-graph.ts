import {
  boolean,
  entity,
  integer,
  json,
  many,
  one,
  oneBack,
  oneOf,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import type { Extra } from "../../../graph/graph.ts";
import type { RowOf } from "../../../graph/row.ts";
import { type ById, type Cart, cartFacts } from "../../selling/carts/index.ts";
import type { TaxLine } from "../../selling/totals/index.ts";

export const swap = entity({
  name: "swap",
  columns: {
    ...softDeletedColumns,
    fulfillment_status: oneOf(
      "not_fulfilled",
      "fulfilled",
      "shipped",
      "partially_shipped",
      "canceled",
      "requires_action",
    ).required,
    payment_status: oneOf(
      "not_paid",
      "awaiting",
      "captured",
      "confirmed",
      "canceled",
      "difference_refunded",
      "partially_refunded",
      "refunded",
      "requires_action",
    ).required,
    order_id: text.required,
    difference_due: integer.nullable,
    shipping_address_id: text.nullable,
    cart_id: text.nullable,
    confirmed_at: timestamp.nullable,
    canceled_at: timestamp.nullable,
    no_notification: boolean.nullable,
    allow_backorder: boolean.required,
    idempotency_key: text.nullable,
    metadata: json.nullable,
  },
  relations: {
    order: one("order", "order_id", { nullable: false }),
    additional_items: many("line_item", "swap_id"),
    return_order: oneBack("return", "swap_id"),
    fulfillments: many("fulfillment", "swap_id"),
    payment: oneBack("payment", "swap_id"),
    shipping_address: one("address", "shipping_address_id"),
    shipping_methods: many("shipping_method", "swap_id"),
    cart: one("cart", "cart_id"),
  },
});

/** A swap with the relations that a view names. */
export type SwapRow = RowOf<typeof swap>;

export const swapsEntities = [swap];

/** Facts for the totals of a swap's cart. */
export interface SwapCartFacts {
  facts: Cart["$facts"];
  /** The taxes at the completion of the cart; null before. */
  storedTaxes: { lines: ById<TaxLine[]>; shipping: ById<TaxLine[]> } | null;
}

const storedTaxes = (table: string, owner: string, part: string) => `coalesce((
  select json_agg(json_build_array(part.id, coalesce((
    select json_agg(json_build_object('rate', tax.rate, 'name', tax.name, 'code', tax.code))
    from ${table} tax where tax.${owner} = part.id), '[]'::json)))
  from ${part} part where part.cart_id = basket.id), '[]'::json)`;

/**
 * Facts for the totals of a swap's cart that are not in its own rows, and the taxes that were stored at its completion:
 * see `SwapCartFacts`.
 */
export const swapCartFacts: Extra<"$cart_facts", SwapCartFacts | null> = {
  name: "$cart_facts",
  values: [],
  sql: (row) => `(select json_build_object(
      'facts', ${cartFacts.sql("basket", [])},
      'storedTaxes', case when basket.completed_at is null then null else json_build_object(
        'lines', ${storedTaxes("line_item_tax_line", "item_id", "line_item")},
        'shipping', ${storedTaxes("shipping_method_tax_line", "shipping_method_id", "shipping_method")}) end)
    from cart basket where basket.id = ${row}.cart_id)`,
};
