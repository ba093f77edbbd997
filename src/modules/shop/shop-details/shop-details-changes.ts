import type { Db } from "../../../db/database.ts";
import { recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { FileProvider } from "../../../providers/ports/files.ts";
import { findStoreName } from "../store/index.ts";
import { shopDetailsEvents } from "./events.ts";
import { type ShopDetailsChanges, withChanges } from "./shop-details.ts";
import { findShopDetails, lockShopDetails, saveShopDetails } from "./shop-details-store.ts";
import { checkLogo, logoUrlOf } from "./use-cases/logo.ts";

interface Deps {
  db: Db;
  files: FileProvider;
}

/** With the name of the store, which v1 has. */
export async function showShopDetails({ db, files }: Deps) {
  const details = await findShopDetails(db);
  const [name, logo_url] = await Promise.all([findStoreName(db), logoUrlOf(files, details.logo_key)]);
  return { name, ...details, logo_url };
}

export async function updateShopDetails({ db, files }: Deps, changes: ShopDetailsChanges): Promise<void> {
  // Before the lock: the storage may be slow.
  if (changes.logo_key) await checkLogo(files, changes.logo_key);
  await inTransaction(db, async (tx) => {
    const details = await lockShopDetails(tx);
    const next = withChanges(details, changes);
    await saveShopDetails(tx, next);
    recordUpdate(tx, { id: "shop", ...details }, { id: "shop", ...next });
    const fields = Object.keys(changes);
    await shopDetailsEvents.announce(tx, "shop-details.updated", { id: "shop", fields });
  });
}
