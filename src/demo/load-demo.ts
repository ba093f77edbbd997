import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { demoAccounts } from "./customers.ts";
import { loadCustomers } from "./load/load-customers.ts";
import { loadDiscounts } from "./load/load-discounts.ts";
import { loadLocation } from "./load/load-location.ts";
import { loadProducts } from "./load/load-products.ts";
import { loadRegions } from "./load/load-regions.ts";
import { loadSale } from "./load/load-sale.ts";
import { loadTaxonomy, type Taxonomy } from "./load/load-taxonomy.ts";
import { loadTypeRates } from "./load/load-type-rates.ts";
import { openStore } from "./load/open-store.ts";
import { seedAddresses } from "./load/seed-addresses.ts";
import { together } from "./load/together.ts";
import { finish } from "./load-state.ts";
import { demoProducts } from "./products.ts";
import { demoRegions } from "./regions.ts";
import type { ShopApi } from "./shop-api.ts";

interface Shop {
  api: ShopApi;
  /** For what no operation makes. */
  db: Db;
  /** Where the pictures are. */
  publicUrl: string;
}

/** What is in the demo shop once it is loaded. */
export const demoContent = {
  products: demoProducts.length,
  variants: demoProducts.reduce((count, { variants }) => count + variants.length, 0),
  regions: demoRegions.length,
  customers: demoAccounts.length,
};

/**
 * Makes everything of the demo shop that is not there yet, by the operations of the shop. Each of them is complete or
 * has not happened, so that a load that was cut off is continued by the next one. The orders follow: see `loadOrders`.
 */
export async function loadDemo({ api, db, publicUrl }: Shop): Promise<void> {
  await openStore(api);
  const [regions, { collections, variants }] = await together(
    loadRegions(api),
    loadCatalogue(api, publicUrl),
    loadCustomers(api),
  );
  await together(
    loadSale(api, variants),
    loadTypeRates(api, regions),
    loadDiscounts(api, { regions, collections }),
  );
  await inTransaction(db, async (tx) => {
    await seedAddresses(tx);
    await finish(tx);
  });
}

async function loadCatalogue(
  api: ShopApi,
  publicUrl: string,
): Promise<Taxonomy & { variants: Map<string, string> }> {
  const taxonomy = await loadTaxonomy(api);
  const variants = await loadProducts(api, taxonomy, publicUrl);
  await loadLocation(api);
  return { ...taxonomy, variants };
}
