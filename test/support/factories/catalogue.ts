import type { Db } from "../../../src/db/database.ts";
import { newId } from "../../../src/kernel/ids.ts";

const run = (db: Db, text: string, values: unknown[]) => db.run({ text, values });

interface PriceInput {
  amount: number;
  currency_code: string;
  region_id?: string;
  price_list_id?: string;
  min_quantity?: number;
  max_quantity?: number;
}

interface ProductInput {
  title?: string;
  handle?: string;
  description?: string;
  status?: string;
  tags?: string[];
  channels?: string[];
  variants?: { title?: string; sku?: string; prices?: PriceInput[] }[];
}

/** A product as rows, for tests that only read it. */
export async function aProduct(
  db: Db,
  input: ProductInput = {},
): Promise<{ id: string; variantIds: string[] }> {
  const id = newId("prod");
  const title = input.title ?? `Product ${id}`;
  await run(db, "insert into product (id, title, handle, description, status) values ($1, $2, $3, $4, $5)", [
    id,
    title,
    input.handle ?? id.toLowerCase(),
    input.description ?? null,
    input.status ?? "published",
  ]);
  await run(
    db,
    `insert into product_sales_channel (product_id, sales_channel_id)
     select $1, unnest(coalesce($2::text[], array(select default_sales_channel_id::text from store)))`,
    [id, input.channels ?? null],
  );
  for (const value of input.tags ?? []) {
    await run(
      db,
      `with tag as (insert into product_tag (id, value) values ($2, $3) returning id)
       insert into product_tags (product_id, product_tag_id) select $1, id from tag`,
      [id, newId("ptag"), value],
    );
  }
  const variantIds: string[] = [];
  for (const [rank, variant] of (input.variants ?? [{}]).entries()) {
    variantIds.push(await aVariant(db, id, rank, variant));
  }
  return { id, variantIds };
}

async function aVariant(
  db: Db,
  productId: string,
  rank: number,
  input: { title?: string; sku?: string; prices?: PriceInput[] },
) {
  const id = newId("variant");
  await run(
    db,
    "insert into product_variant (id, title, product_id, sku, variant_rank, inventory_quantity) values ($1, $2, $3, $4, $5, 10)",
    [id, input.title ?? `Variant ${rank}`, productId, input.sku ?? null, rank],
  );
  for (const price of input.prices ?? []) await aVariantPrice(db, id, price);
  return id;
}

export async function aVariantPrice(db: Db, variantId: string, price: PriceInput): Promise<string> {
  const id = newId("ma");
  await run(
    db,
    `with price as (
       insert into money_amount (id, currency_code, amount, region_id, price_list_id, min_quantity, max_quantity)
       values ($1, $2, $3, $4, $5, $6, $7) returning id)
     insert into product_variant_money_amount (id, money_amount_id, variant_id) select $8, id, $9 from price`,
    [
      id,
      price.currency_code,
      price.amount,
      price.region_id ?? null,
      price.price_list_id ?? null,
      price.min_quantity ?? null,
      price.max_quantity ?? null,
      newId("pvma"),
      variantId,
    ],
  );
  return id;
}

/** An active price list, for all customers or for one group. */
export async function anOpenPriceList(
  db: Db,
  given: { groupId?: string; includesTax?: boolean } = {},
): Promise<string> {
  const id = newId("pl");
  await run(
    db,
    "insert into price_list (id, name, description, type, status, includes_tax) values ($1, 'Sale', 'a sale', 'sale', 'active', $2)",
    [id, given.includesTax ?? false],
  );
  if (given.groupId) {
    await run(
      db,
      "insert into price_list_customer_groups (price_list_id, customer_group_id) values ($1, $2)",
      [id, given.groupId],
    );
  }
  return id;
}
