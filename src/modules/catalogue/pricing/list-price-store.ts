import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { PriceRow } from "./variant-price-store.ts";

interface PriceRows {
  listId: string;
  /** A JSON array: one parameter for any number of prices. */
  rows: string;
}

type LinkedRow = PriceRow & { link_id: string };

const priceRecords = (rows: string) =>
  sql<LinkedRow>`json_to_recordset(${rows}::json)`.as<"price">(
    sql`price(id varchar, link_id varchar, variant_id text, amount integer, currency_code varchar,
      region_id varchar, min_quantity integer, max_quantity integer)`,
  );

const priceColumns = ["amount", "currency_code", "region_id", "min_quantity", "max_quantity"] as const;

const insert = compiled("price-list-add-prices", (db, p: PriceRows) =>
  db
    .insertInto("money_amount")
    .columns(["price_list_id", "id", ...priceColumns])
    .expression((from) =>
      from
        .selectFrom(priceRecords(p.rows))
        .select([sql<string>`${p.listId}::varchar`.as("price_list_id"), "price.id"])
        .select(priceColumns.map((column) => `price.${column}` as const)),
    ),
);

const update = compiled("price-list-change-prices", (db, p: PriceRows) =>
  db
    .updateTable("money_amount")
    .from(priceRecords(p.rows))
    .set((row) => ({
      amount: row.ref("price.amount"),
      currency_code: row.ref("price.currency_code"),
      region_id: row.ref("price.region_id"),
      min_quantity: row.ref("price.min_quantity"),
      max_quantity: row.ref("price.max_quantity"),
      updated_at: sql`now()`,
    }))
    .whereRef("money_amount.id", "=", "price.id")
    .where("money_amount.price_list_id", "=", p.listId),
);

// A price belongs to one variant: a change may move it to another variant.
const link = compiled("price-list-link-prices", (db, p: { rows: string }) =>
  db
    .insertInto("product_variant_money_amount")
    .columns(["id", "money_amount_id", "variant_id"])
    .expression((from) =>
      from.selectFrom(priceRecords(p.rows)).select(["price.link_id", "price.id", "price.variant_id"]),
    )
    .onConflict((conflict) =>
      conflict.column("money_amount_id").doUpdateSet((row) => ({
        variant_id: row.ref("excluded.variant_id"),
        deleted_at: null,
        updated_at: sql`now()`,
      })),
    ),
);

export async function insertListPrices(tx: Tx, listId: string, prices: readonly PriceRow[]): Promise<void> {
  await write(tx, { listId, prices, statement: insert });
}

export async function saveListPrices(tx: Tx, listId: string, prices: readonly PriceRow[]): Promise<void> {
  await write(tx, { listId, prices, statement: update });
}

interface PriceWrite {
  listId: string;
  prices: readonly PriceRow[];
  statement: (tx: Tx, params: PriceRows) => Promise<unknown>;
}

async function write(tx: Tx, { listId, prices, statement }: PriceWrite): Promise<void> {
  if (prices.length === 0) return;
  const rows = JSON.stringify(prices.map((price) => ({ ...price, link_id: newId("pvma") })));
  await statement(tx, { listId, rows });
  await link(tx, { rows });
}

interface PricesOfList {
  listId: string;
  ids: string[];
}

/** Hard-deletes money amounts and their links in one statement; returns the ids, oldest first. */
const deletePricesWhere = (name: string, condition: (ids: string[]) => RawBuilder<SqlBool>) =>
  compiled(name, (db, p: PricesOfList) =>
    db
      .with("gone", (cte) =>
        cte
          .deleteFrom("money_amount")
          .where("price_list_id", "=", p.listId)
          .where(condition(p.ids))
          .returning("id"),
      )
      .with("unlinked", (cte) =>
        cte
          .deleteFrom("product_variant_money_amount")
          .where("money_amount_id", "in", (from) => from.selectFrom("gone").select("gone.id")),
      )
      .selectFrom("gone")
      .select("gone.id")
      .orderBy("gone.id"),
  );

const deletions = {
  all: deletePricesWhere("price-list-delete-all-prices", () => sql`true`),
  prices: deletePricesWhere("price-list-delete-prices", (ids) => sql`money_amount.id = any(${ids})`),
  variants: deletePricesWhere(
    "price-list-delete-variant-prices",
    (ids) => sql`exists (select 1 from product_variant_money_amount link
      where link.money_amount_id = money_amount.id and link.variant_id = any(${ids}))`,
  ),
  products: deletePricesWhere(
    "price-list-delete-product-prices",
    (ids) => sql`exists (select 1 from product_variant_money_amount link
      join product_variant variant on variant.id = link.variant_id
      where link.money_amount_id = money_amount.id and variant.product_id = any(${ids}))`,
  ),
};

/** Selects prices of a list by their ids, or by the ids of variants or products. */
export interface PriceSelector {
  of: "prices" | "variants" | "products";
  ids: string[];
}

export async function deleteListPrices(
  tx: Tx,
  listId: string,
  { of, ids }: PriceSelector,
): Promise<string[]> {
  return (await deletions[of](tx, { listId, ids })).map(({ id }) => id);
}

export async function deleteAllListPrices(tx: Tx, listId: string): Promise<void> {
  await deletions.all(tx, { listId, ids: [] });
}

const deleteOlder = compiled("price-list-delete-older-prices", (db, p: { listId: string; before: Date }) =>
  db
    .with("gone", (cte) =>
      cte
        .deleteFrom("money_amount")
        .where("price_list_id", "=", p.listId)
        .where("created_at", "<", p.before)
        .returning("id"),
    )
    .deleteFrom("product_variant_money_amount")
    .where("money_amount_id", "in", (from) => from.selectFrom("gone").select("gone.id")),
);

export async function deleteListPricesBefore(tx: Tx, listId: string, before: Date): Promise<void> {
  await deleteOlder(tx, { listId, before });
}
