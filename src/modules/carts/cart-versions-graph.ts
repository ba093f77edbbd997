import type { Extra } from "../../graph/graph.ts";
import { KEPT_VERSION } from "../../graph/kept-relation.ts";

/**
 * The versions of all rows that a remembered cart was made of. PostgreSQL gives a row a new one (xmin) whenever somebody
 * changes it; migration 0048 sees to it that the cart's own row gets one when most of its parts are changed.
 */
export interface CartVersions {
  cart: string;
  /** Changes of rows that hardly ever change: see `graph/kept-rows.ts`. */
  kept: string | null;
  customer: string | null;
  /** Variants and products, line by line: `item_1:756.770.91,item_2:…`. */
  goods: string | null;
  /** Payment sessions: what a provider said is noted without a lock of the cart. */
  sessions: string | null;
  /** Discounts and gift cards. */
  codes: string | null;
  /** Whether the shop keeps stock by location, which is then read whenever a cart is shown. */
  isLocated: boolean;
}

const ofCustomer = (row: string) =>
  `(select buyer.xmin::text from customer buyer where buyer.id = ${row}.customer_id)`;

const ofGoods = (row: string) => `(select string_agg(line.id || ':' || concat_ws('.', piece.xmin, goods.xmin,
    (select string_agg(placed.xmin::text, '.' order by placed.profile_id)
      from product_shipping_profile placed where placed.product_id = goods.id)), ',' order by line.id)
  from line_item line join product_variant piece on piece.id = line.variant_id
  join product goods on goods.id = piece.product_id where line.cart_id = ${row}.id)`;

const ofCodes = (row: string) => `(select string_agg(version, ',' order by version) from (
    select concat_ws('.', discount.id, discount.xmin, rule.xmin) from cart_discounts used
      join discount on discount.id = used.discount_id join discount_rule rule on rule.id = discount.rule_id
      where used.cart_id = ${row}.id
    union all
    select concat_ws('.', card.id, card.xmin) from cart_gift_cards used
      join gift_card card on card.id = used.gift_card_id where used.cart_id = ${row}.id) used(version))`;

const sqlOf: Record<keyof CartVersions, (row: string) => string> = {
  cart: (row) => `${row}.xmin::text`,
  kept: () => KEPT_VERSION,
  customer: ofCustomer,
  goods: ofGoods,
  sessions: (row) => `(select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session where session.cart_id = ${row}.id)`,
  codes: ofCodes,
  isLocated: () => "exists (select 1 from inventory_level)",
};

/** Some of the versions, of the same snapshot as what is read with them. */
export const versionsOf = (...names: (keyof CartVersions)[]): Extra => ({
  name: `$versions:${names.join("+")}`,
  values: [],
  sql: (row) => `json_build_object(${names.map((name) => `'${name}', ${sqlOf[name](row)}`).join(", ")})`,
});

/** Whether what was read of the versions is what it was. */
export const isSameVersion = (read: Partial<CartVersions>, known: CartVersions): boolean =>
  (Object.keys(read) as (keyof CartVersions)[]).every((name) => read[name] === known[name]);
