import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";

const ofLines = (table: string, id: string) => sql`
  delete from ${sql.table(table)} part using swap, line_item line
  where swap.id = ${id} and line.cart_id = swap.cart_id and part.item_id = line.id`;

const ofCart = (table: string, id: string) => sql`
  delete from ${sql.table(table)} part using swap where swap.id = ${id} and part.cart_id = swap.cart_id`;

const ofReturn = (table: string, id: string) => sql`
  delete from ${sql.table(table)} part using "return" back where back.swap_id = ${id} and part.return_id = back.id`;

// Every part sees the rows as they were before the statement; what refers to what is looked at when it ends.
const remove = compiledWrite<{ id: string }>(
  "swap-forget",
  {
    deletes: [
      "cart",
      "cart_discounts",
      "custom_shipping_option",
      "line_item",
      "line_item_adjustment",
      "line_item_tax_line",
      "return",
      "return_item",
      "shipping_method",
      "shipping_method_tax_line",
      "swap",
    ],
  },
  (p) => sql`
    with taxes as (${ofLines("line_item_tax_line", p.id)}),
    adjustments as (${ofLines("line_item_adjustment", p.id)}),
    lines as (${ofCart("line_item", p.id)}),
    agreed as (${ofCart("custom_shipping_option", p.id)}),
    discounts as (${ofCart("cart_discounts", p.id)}),
    way_back_taxes as (delete from shipping_method_tax_line tax using "return" back, shipping_method method
      where back.swap_id = ${p.id} and method.return_id = back.id and tax.shipping_method_id = method.id),
    way_back as (${ofReturn("shipping_method", p.id)}),
    items as (${ofReturn("return_item", p.id)}),
    returns as (delete from "return" where swap_id = ${p.id}),
    carts as (delete from cart using swap where swap.id = ${p.id} and cart.id = swap.cart_id)
    delete from swap where id = ${p.id}`,
);

/** A swap as if it had never been asked for, with its return and its cart. */
export async function deleteSwap(tx: Tx, id: string): Promise<void> {
  await remove(tx, { id });
}
