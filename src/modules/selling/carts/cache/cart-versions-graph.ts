import { type RawBuilder, sql } from "kysely";
import type { Extra } from "../../../../graph/graph.ts";
import { REFERENCE_DATA_VERSION } from "../../../../graph/reference-data.ts";
import { CATALOGUE_VERSION, SERVER_RUN } from "../../../catalogue/catalogue-state/index.ts";
import { HAS_STOCK_LOCATIONS } from "../../../shop/store/index.ts";

/**
 * The versions of all rows that a cached cart was read from. PostgreSQL gives a row a new one (xmin) with every change;
 * triggers (migrations/0005_change_tracking.sql) give the cart's own row a new one when most of its sections change. The
 * version of the cart includes the run of the server: another server, or a restored one, gives out the same numbers again.
 */
export interface CartVersions {
  cart: string;
  /** Changes of rows that hardly ever change: see `graph/reference-data-cache.ts`. */
  kept: string | null;
  customer: string | null;
  /** Changes of products and variants, the stock of these excepted: see migrations/0005_change_tracking.sql. */
  catalogue: string;
  /** The stock of each line's variant, and since when: JSON of `[line, quantity, moment]`. */
  stock: string | null;
  /** Payment sessions: the answer of a provider is stored without a new version of the cart. */
  sessions: string | null;
  /** Discounts and gift cards. */
  codes: string | null;
  /** Whether the shop counts stock by location, which is then read whenever a cart is shown. */
  isLocated: boolean;
}

const ofCustomer = (row: string) =>
  `(select buyer.xmin::text from customer buyer where buyer.id = ${row}.customer_id)`;

const ofStock = (row: string) => `(select json_agg(
    json_build_array(line.id, piece.inventory_quantity, piece.updated_at) order by line.id)::text
  from line_item line join product_variant piece on piece.id = line.variant_id where line.cart_id = ${row}.id)`;

const ofCodes = (row: string) => `(select string_agg(version, ',' order by version) from (
    select concat_ws('.', discount.id, discount.xmin, rule.xmin) from cart_discounts used
      join discount on discount.id = used.discount_id join discount_rule rule on rule.id = discount.rule_id
      where used.cart_id = ${row}.id
    union all
    select concat_ws('.', card.id, card.xmin) from cart_gift_cards used
      join gift_card card on card.id = used.gift_card_id where used.cart_id = ${row}.id) used(version))`;

const sqlOf: Record<keyof CartVersions, (row: string) => string> = {
  cart: (row) => `concat(${row}.xmin, '@', ${SERVER_RUN})`,
  kept: () => REFERENCE_DATA_VERSION,
  customer: ofCustomer,
  catalogue: () => CATALOGUE_VERSION,
  stock: ofStock,
  sessions: (row) => `(select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session where session.cart_id = ${row}.id)`,
  codes: ofCodes,
  isLocated: () => HAS_STOCK_LOCATIONS,
};

const allNames = Object.keys(sqlOf);

/** PostgreSQL cuts names that are long. */
export const shortNameOf = (names: readonly (keyof CartVersions)[]): string =>
  names.map((name) => allNames.indexOf(name)).join("");

/** Some of the versions, of the same snapshot as what is read with them. */
export const versionsOf = (...names: (keyof CartVersions)[]): Extra => ({
  name: `$versions:${shortNameOf(names)}`,
  values: [],
  sql: (row) => `json_build_object(${names.map((name) => `'${name}', ${sqlOf[name](row)}`).join(", ")})`,
});

/** Whether the versions that were read are the known ones. */
export const isSameVersion = (read: Partial<CartVersions>, known: CartVersions): boolean =>
  (Object.keys(read) as (keyof CartVersions)[]).every((name) => read[name] === known[name]);

/** The same as a condition: that the cart is there, and some of its versions are those that are known. */
export function haveVersions(
  names: readonly (keyof CartVersions)[],
  known: CartVersions & { id: string },
): RawBuilder<boolean> {
  const same = names.map(
    (name) => sql`${sql.raw(sqlOf[name]("looked"))} is not distinct from ${known[name]}`,
  );
  return sql<boolean>`(select ${sql.join(same, sql` and `)} from cart looked
    where looked.id = ${known.id} and looked.deleted_at is null)`;
}
