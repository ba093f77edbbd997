import { type RawBuilder, sql } from "kysely";
import type { Extra, Graph } from "../../../../graph/graph.ts";
import { REFERENCE_DATA_VERSION } from "../../../../graph/reference-data.ts";
import { CATALOGUE_VERSION, SERVER_RUN } from "../../../catalogue/catalogue-state/index.ts";
import { HAS_STOCK_LOCATIONS } from "../../../shop/store/index.ts";
import type { Cart } from "../cart.ts";

/**
 * The versions of all rows that a cached cart was read from. PostgreSQL gives a row a new version (xmin) with every change.
 * Triggers (migrations/0005_change_tracking.sql) give the row of the cart a new version when most of its sections change. The
 * version includes the run of the database server, because another or restored server uses the same numbers again.
 */
export interface CartVersions {
  cart: string;
  /** See `graph/reference-data-cache.ts`. */
  referenceData: string | null;
  customer: string | null;
  /** Products and variants without their stock: see migrations/0005_change_tracking.sql. */
  catalogue: string;
  /** The stock of each line's variant and the time of its last change: JSON of `[line, quantity, time]`. */
  stock: string | null;
  /** Payment sessions: the answer of a provider is stored without a new version of the cart. */
  sessions: string | null;
  /** Discounts and gift cards. */
  codes: string | null;
  /** Whether the shop has stock locations. Then stock is read whenever a cart is shown. */
  isLocated: boolean;
}

/** A cart, and the versions of the rows that it was read from. */
export interface VersionedCart {
  readonly cart: Cart;
  readonly versions: CartVersions;
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
  referenceData: () => REFERENCE_DATA_VERSION,
  customer: ofCustomer,
  catalogue: () => CATALOGUE_VERSION,
  stock: ofStock,
  sessions: (row) => `(select string_agg(session.xmin::text, ',' order by session.id)
    from payment_session session where session.cart_id = ${row}.id)`,
  codes: ofCodes,
  isLocated: () => HAS_STOCK_LOCATIONS,
};

const allNames = Object.keys(sqlOf);

/** PostgreSQL truncates long names. */
export const shortNameOf = (names: readonly (keyof CartVersions)[]): string =>
  names.map((name) => allNames.indexOf(name)).join("");

/** Reads versions in the same snapshot as the rest of the row. */
export const versionsOf = (...names: (keyof CartVersions)[]): Extra => ({
  name: `$versions:${shortNameOf(names)}`,
  values: [],
  sql: (row) => `json_build_object(${names.map((name) => `'${name}', ${sqlOf[name](row)}`).join(", ")})`,
});

/** Compares the versions that were read. Stock may differ: it changes without the rest of a cart. */
export function isSameButStock(read: Partial<CartVersions>, known: CartVersions): boolean {
  for (const name in read) {
    const version = name as keyof CartVersions;
    if (version !== "stock" && read[version] !== known[version]) return false;
  }
  return true;
}

/** The condition that the cart exists and still has these versions. */
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

/** The version of products, prices, regions and other shop data that carts show. */
export const catalogueVersionOf = ({
  referenceData,
  catalogue,
}: Pick<CartVersions, "referenceData" | "catalogue">): string => `${referenceData} ${catalogue}`;

const newest = new WeakMap<Graph, string>();

export const noteCatalogueVersion = (graph: Graph, version: string): void => void newest.set(graph, version);

/** Whether this is the last version that the process has seen. A check of rows with another version would fail. */
export const isNewestCatalogue = (graph: Graph, version: string | null): boolean =>
  newest.get(graph) === version;
