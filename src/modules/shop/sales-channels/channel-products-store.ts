import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";
import { productsNotFound } from "./sales-channel.ts";

interface ChannelProducts {
  id: string;
  productIds: string[];
}

const missing = compiled("sales-channel-missing-products", (db, p: { productIds: string[] }) =>
  db
    .selectFrom(sql<{ id: string }>`unnest(${p.productIds}::varchar[])`.as<"requested">(sql`requested(id)`))
    .select("requested.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("product")
            .select("product.id")
            .whereRef("product.id", "=", "requested.id")
            .where("product.deleted_at", "is", null),
        ),
      ),
    ),
);

const add = compiled("sales-channel-add-products", (db, p: ChannelProducts) =>
  db
    .insertInto("product_sales_channel")
    .columns(["sales_channel_id", "product_id"])
    .expression((from) =>
      from
        .selectFrom(
          sql<{ id: string }>`unnest(${p.productIds}::varchar[])`.as<"requested">(sql`requested(id)`),
        )
        .select([sql<string>`${p.id}::varchar`.as("sales_channel_id"), "requested.id"]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("product_id"),
);

const remove = compiled("sales-channel-remove-products", (db, p: ChannelProducts) =>
  db
    .deleteFrom("product_sales_channel")
    .where("sales_channel_id", "=", p.id)
    .where(sql<boolean>`product_id = any(${p.productIds})`)
    .returning("product_id"),
);

const ids = (rows: { product_id: string }[]) => rows.map((row) => row.product_id);

/** Returns the added products. If one product does not exist, none is added. */
export async function addProducts(tx: Tx, id: string, productIds: string[]): Promise<string[]> {
  const unknown = await missing(tx, { productIds });
  if (unknown.length > 0) throw productsNotFound(unknown.map((product) => product.id));
  return ids(await add(tx, { id, productIds }));
}

/** Returns the removed products. */
export async function removeProducts(tx: Tx, id: string, productIds: string[]): Promise<string[]> {
  return ids(await remove(tx, { id, productIds }));
}
