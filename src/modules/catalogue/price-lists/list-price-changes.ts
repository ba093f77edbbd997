import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  deleteAllListPrices,
  deleteListPrices,
  deleteListPricesBefore,
  insertListPrices,
  type PriceSelector,
  saveListPrices,
} from "../pricing/index.ts";
import { checkPriceInputs, type PriceInput, pricesFrom } from "./list-price.ts";
import { lockPriceList, lockPriceListIfExists, touchPriceList } from "./price-list-store.ts";
import { lockPriceGroundShared } from "./price-references-store.ts";

interface PriceAddition {
  listId: string;
  prices: Omit<PriceInput, "id">[];
  /** Replaces all prices of the list. */
  override?: boolean;
}

export const addPrices = ({ db }: { db: Db }, { listId, prices, override }: PriceAddition): Promise<void> =>
  inTransaction(db, async (tx) => {
    // As in v1 malformed prices are refused before an unknown list.
    checkPriceInputs(prices);
    await lockPriceList(tx, listId);
    if (override) await deleteAllListPrices(tx, listId);
    await upsertPrices(tx, listId, prices);
    await touchPriceList(tx, listId);
    await announce(tx, "price-list.updated", { id: listId });
  });

/** Returns the ids of the deleted prices. Ids without a price in the list are ignored. */
export const deletePrices = (
  { db }: { db: Db },
  listId: string,
  selector: PriceSelector,
): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    await lockPriceList(tx, listId);
    const deletedIds = await deleteListPrices(tx, listId, selector);
    if (deletedIds.length === 0) return deletedIds;
    await touchPriceList(tx, listId);
    await announce(tx, "price-list.updated", { id: listId });
    return deletedIds;
  });

interface VariantPriceReplacement {
  listId: string;
  variantIds: string[];
  prices: Omit<PriceInput, "id">[];
}

/** Replaces all prices of the variants in the list. Returns false if the list does not exist. */
export async function replaceVariantPrices(
  tx: Tx,
  { listId, variantIds, prices }: VariantPriceReplacement,
): Promise<boolean> {
  if (!(await lockPriceListIfExists(tx, listId))) return false;
  await deleteListPrices(tx, listId, { of: "variants", ids: variantIds });
  await upsertPrices(tx, listId, prices);
  await announceChange(tx, listId);
  return true;
}

/** Ends a full replacement: the new prices are already stored. Returns false if the list does not exist. */
export async function deletePricesOlderThan(
  tx: Tx,
  { listId, before }: { listId: string; before: Date },
): Promise<boolean> {
  if (!(await lockPriceListIfExists(tx, listId))) return false;
  await deleteListPricesBefore(tx, listId, before);
  await announceChange(tx, listId);
  return true;
}

async function announceChange(tx: Tx, listId: string): Promise<void> {
  await touchPriceList(tx, listId);
  await announce(tx, "price-list.updated", { id: listId });
}

/** Updates the prices that have an id and inserts the others. The caller holds the list's lock. */
export async function upsertPrices(tx: Tx, listId: string, sent: readonly PriceInput[]): Promise<void> {
  checkPriceInputs(sent);
  const references = await lockPriceGroundShared(tx, listId, sent);
  const identified = sent.map((input) => ({ ...input, id: input.id ?? newId("ma") }));
  const prices = pricesFrom(identified, references);
  const isStored = ({ id }: { id: string }) => references.stored.has(id);
  await saveListPrices(tx, listId, prices.filter(isStored));
  await insertListPrices(
    tx,
    listId,
    prices.filter((price) => !isStored(price)),
  );
}
