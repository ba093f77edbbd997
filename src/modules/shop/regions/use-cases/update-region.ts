import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { holdStoreCurrency } from "../../store/index.ts";
import {
  type Region,
  type RegionChanges,
  unknownCurrency,
  unknownTaxProvider,
  withChanges,
} from "../region.ts";
import { isTaxProviderInstalled, lockRegion, saveRegion } from "../region-store.ts";
import { placeRegion } from "./place-region.ts";

export const updateRegion = ({ db }: { db: Db }, id: string, changes: RegionChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const region = await lockRegion(tx, id);
    const next = withChanges(region, changes);
    await checkChoices(tx, region, next);
    await saveRegion(tx, next);
    await placeRegion(tx, id, changes);
    await announce(tx, "region.updated", { id, fields: Object.keys(changes) });
  });

/** What the region has already it may keep, even if it could no longer be chosen today. */
async function checkChoices(tx: Tx, region: Region, { currency_code, tax_provider_id }: Region) {
  if (currency_code !== region.currency_code && !(await holdStoreCurrency(tx, currency_code))) {
    throw unknownCurrency(currency_code);
  }
  const isNewProvider = tax_provider_id !== null && tax_provider_id !== region.tax_provider_id;
  if (isNewProvider && !(await isTaxProviderInstalled(tx, tax_provider_id))) {
    throw unknownTaxProvider(tax_provider_id);
  }
}
