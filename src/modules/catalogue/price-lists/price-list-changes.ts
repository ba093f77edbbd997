import { refuseTaxUnknownToV1 } from "../../../db/adoption.ts";
import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announceAll } from "../../../events/define-events.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  deleteAllListPrices,
  deleteListPrices,
  deleteListPricesBefore,
  insertListPrices,
  type PriceSelector,
  saveListPrices,
} from "../pricing/index.ts";
import { addedPrice } from "../v1-shapes.ts";
import { priceListEvents } from "./events.ts";
import {
  checkPriceInputs,
  type NewPriceList,
  type PriceInput,
  type PriceListChanges,
  priceListFrom,
  pricesFrom,
  withChanges,
} from "./price-list.ts";
import {
  deletePriceListRow,
  draftListsOnlyFor,
  insertPriceList,
  lockPriceList,
  lockPriceListIfExists,
  replaceListGroups,
  savePriceList,
  touchPriceList,
} from "./price-list-store.ts";
import { lockPriceReferencesShared } from "./price-references-store.ts";

type PriceListInput = NewPriceList & { prices: PriceInput[]; groupIds?: string[] };

export const createPriceList = (
  { db }: { db: Db },
  { prices, groupIds = [], ...input }: PriceListInput,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const list = priceListFrom(newId("pl"), input);
    await refuseTaxUnknownToV1(tx, input);
    await insertPriceList(tx, list);
    if (groupIds.length > 0) await replaceListGroups(tx, { listId: list.id, groupIds });
    await upsertPrices(tx, list.id, prices);
    await priceListEvents.announce(tx, "price-list.created", { id: list.id });
    return list.id;
  });

type PriceListUpdate = PriceListChanges & { prices?: PriceInput[]; groupIds?: string[] };

/** Prices that are not sent stay; `groupIds` replaces all groups. */
export const updatePriceList = (
  { db }: { db: Db },
  id: string,
  { prices, groupIds, ...changes }: PriceListUpdate,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // As in v1 malformed prices are refused before an unknown list.
    if (prices) checkPriceInputs(prices);
    const list = await lockPriceList(tx, id);
    await refuseTaxUnknownToV1(tx, changes);
    await savePriceList(tx, withChanges(list, changes));
    if (groupIds) await replaceListGroups(tx, { listId: id, groupIds });
    if (prices) await upsertPrices(tx, id, prices);
    await priceListEvents.announce(tx, "price-list.updated", { id });
  });

/** Succeeds also if the list does not exist. */
export const deletePriceList = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const list = await lockPriceListIfExists(tx, id);
    if (!list) return;
    await deleteAllListPrices(tx, id);
    await deletePriceListRow(tx, id);
    await priceListEvents.announce(tx, "price-list.deleted", { id });
  });

/**
 * To be called before a customer group is deleted, under its lock. A list without groups would apply to all customers, so
 * the lists that have only this group become drafts.
 */
export async function draftListsOfDeletedGroup(tx: Tx, groupId: string): Promise<void> {
  const draftIds = await draftListsOnlyFor(tx, groupId);
  await announceAll(
    tx,
    draftIds.map((id) => priceListEvents.of("price-list.updated", { id })),
  );
}

interface PriceAddition {
  listId: string;
  prices: PriceInput[];
  /** Replaces all prices of the list. */
  override?: boolean;
}

export const addPrices = (
  { db }: { db: Db },
  { listId, prices: sent, override }: PriceAddition,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const prices = sent.map(addedPrice);
    // As in v1 malformed prices are refused before an unknown list.
    checkPriceInputs(prices);
    await lockPriceList(tx, listId);
    if (override) await deleteAllListPrices(tx, listId);
    await upsertPrices(tx, listId, prices);
    await touchPriceList(tx, listId);
    await priceListEvents.announce(tx, "price-list.updated", { id: listId });
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
    await priceListEvents.announce(tx, "price-list.updated", { id: listId });
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

/** The caller holds the list's lock. */
export async function announceChange(tx: Tx, listId: string): Promise<void> {
  await touchPriceList(tx, listId);
  await priceListEvents.announce(tx, "price-list.updated", { id: listId });
}

/** Updates the prices that have an id and inserts the others. The caller holds the list's lock. */
export async function upsertPrices(tx: Tx, listId: string, sent: readonly PriceInput[]): Promise<void> {
  checkPriceInputs(sent);
  const references = await lockPriceReferencesShared(tx, listId, sent);
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
