import type { Db } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { demoAccounts } from "./customers.ts";
import { loadProducts, loadTaxonomy, type Taxonomy } from "./load/load-catalogue.ts";
import { loadCustomers, seedAddresses } from "./load/load-customers.ts";
import { loadDiscounts, loadSale } from "./load/load-promotions.ts";
import { loadRegions, loadTypeRates } from "./load/load-regions.ts";
import { allSettledOrThrow } from "./load/make-missing.ts";
import { loadLocation, openStore } from "./load/open-store.ts";
import { finishShop } from "./load-state.ts";
import { demoProducts } from "./products.ts";
import { demoRegions } from "./regions.ts";
import type { ShopApi } from "./shop-api.ts";

interface Shop {
  api: ShopApi;
  /** For rows that no operation of the API creates. */
  db: Db;
  /** The base URL of the pictures. */
  publicUrl: string;
}

/** The size of the demo shop. */
export const demoContent = {
  products: demoProducts.length,
  variants: demoProducts.reduce((count, { variants }) => count + variants.length, 0),
  regions: demoRegions.length,
  customers: demoAccounts.length,
};

/**
 * Creates everything of the demo shop that does not exist yet, through the API of the shop. Each request is a transaction, so the
 * next load continues an interrupted one. The orders follow: see `loadOrders`.
 */
export async function loadDemo({ api, db, publicUrl }: Shop): Promise<void> {
  await openStore(api);
  const [regions, { collections, variants }] = await allSettledOrThrow(
    loadRegions(api),
    loadCatalogue(api, publicUrl),
    loadCustomers(api),
  );
  await allSettledOrThrow(
    loadSale(api, variants),
    loadTypeRates(api, regions),
    loadDiscounts(api, { regions, collections }),
  );
  await inTransaction(db, async (tx) => {
    await seedAddresses(tx);
    await finishShop(tx);
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
