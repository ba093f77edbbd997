import { demoCustomers } from "./customers.ts";
import { demoProducts } from "./products.ts";
import { demoRegions } from "./regions.ts";
import { birthsFrom } from "./seed/birth.ts";
import { insertRows, type Query } from "./seed/insert-rows.ts";
import { seedCustomers } from "./seed/seed-customers.ts";
import { seedDiscounts } from "./seed/seed-discounts.ts";
import { seedPrices } from "./seed/seed-prices.ts";
import { seedProducts } from "./seed/seed-products.ts";
import { seedRegions } from "./seed/seed-regions.ts";
import { seedTaxonomy, seedTypeRates } from "./seed/seed-taxonomy.ts";
import type { Seeding, Shop } from "./seed/seeding.ts";

export type { Query } from "./seed/insert-rows.ts";

export type SeededCounts = { products: number; variants: number; customers: number; regions: number };

const dayInMs = 24 * 60 * 60 * 1000;

/**
 * Fills an empty shop with the demo. Does nothing, and says so by zeros, where a region or one of the demo
 * products exists or ever did. Runs in the transaction of the caller.
 */
export async function seedDemo(
  query: Query,
  options: { publicUrl: string; passwordHash: string },
): Promise<SeededCounts> {
  // Processes that start together on one database would otherwise all find it empty.
  await query("select pg_advisory_xact_lock(hashtext('tradewind demo shop'))");
  if (await isInUse(query)) return { products: 0, variants: 0, customers: 0, regions: 0 };

  const seeding: Seeding = {
    query,
    insert: (table, rows) => insertRows(query, table, rows),
    born: birthsFrom(new Date(Date.now() - dayInMs)),
    shop: await readShop(query),
  };
  await openStore(seeding);
  const regions = await seedRegions(seeding);
  const taxonomy = await seedTaxonomy(seeding);
  await seedTypeRates(seeding, regions, taxonomy);
  const variants = await seedProducts(seeding, taxonomy, options.publicUrl);
  await seedPrices(seeding, variants);
  await seedDiscounts(seeding, regions, taxonomy);
  await seedCustomers(seeding, options.passwordHash);
  return {
    products: demoProducts.length,
    variants: variants.length,
    customers: demoCustomers.length,
    regions: demoRegions.length,
  };
}

async function isInUse(query: Query): Promise<boolean> {
  const { rows } = await query(
    "select exists (select from region) or exists (select from product where handle = any($1)) as in_use",
    [demoProducts.map(({ handle }) => handle)],
  );
  return rows[0]?.in_use === true;
}

async function readShop(query: Query): Promise<Shop> {
  const { rows } = await query(`
    select
      store.id as "storeId",
      store.default_sales_channel_id as "salesChannelId",
      (select id from shipping_profile where type = 'default' and deleted_at is null
        order by created_at, id limit 1) as "defaultProfileId",
      (select id from shipping_profile where type = 'gift_card' and deleted_at is null
        order by created_at, id limit 1) as "giftCardProfileId"
    from store order by created_at, id limit 1`);
  const shop = rows[0];
  if (!shop || Object.values(shop).some((id) => typeof id !== "string")) {
    throw new Error(
      "The store, its sales channel or the shipping profiles are missing: run the migrations first",
    );
  }
  return shop as Shop;
}

async function openStore({ query, shop }: Seeding): Promise<void> {
  await query("update store set name = 'Tradewind Outfitters' where id = $1", [shop.storeId]);
  await query(
    `insert into store_currencies (store_id, currency_code)
     select $1, code from currency where code = any($2) on conflict do nothing`,
    [shop.storeId, [...new Set(demoRegions.map(({ currency }) => currency))]],
  );
}
