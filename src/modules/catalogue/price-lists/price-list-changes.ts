import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce, announceAll } from "../../../events/announce.ts";
import { newId } from "../../../kernel/ids.ts";
import { deleteAllListPrices } from "../pricing/index.ts";
import { draftListsOnlyFor, replaceListGroups } from "./list-groups-store.ts";
import { checkPriceInputs, type PriceInput } from "./list-price.ts";
import { upsertPrices } from "./list-price-changes.ts";
import { type NewPriceList, type PriceListChanges, priceListFrom, withChanges } from "./price-list.ts";
import {
  deletePriceListRow,
  insertPriceList,
  lockPriceList,
  lockPriceListIfExists,
  savePriceList,
} from "./price-list-store.ts";

type PriceListInput = NewPriceList & { prices: PriceInput[]; groupIds?: string[] };

export const createPriceList = (
  { db }: { db: Db },
  { prices, groupIds = [], ...input }: PriceListInput,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const list = priceListFrom(newId("pl"), input);
    await insertPriceList(tx, list);
    if (groupIds.length > 0) await replaceListGroups(tx, { listId: list.id, groupIds });
    await upsertPrices(tx, list.id, prices);
    await announce(tx, "price-list.created", { id: list.id });
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
    await savePriceList(tx, withChanges(list, changes));
    if (groupIds) await replaceListGroups(tx, { listId: id, groupIds });
    if (prices) await upsertPrices(tx, id, prices);
    await announce(tx, "price-list.updated", { id });
  });

/** Succeeds also if the list does not exist. */
export const deletePriceList = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const list = await lockPriceListIfExists(tx, id);
    if (!list) return;
    await deleteAllListPrices(tx, id);
    await deletePriceListRow(tx, id);
    await announce(tx, "price-list.deleted", { id });
  });

/**
 * To be called before a customer group is deleted, under its lock. A list without groups would apply to all customers, so
 * the lists that have only this group become drafts.
 */
export async function draftListsOfDeletedGroup(tx: Tx, groupId: string): Promise<void> {
  const draftIds = await draftListsOnlyFor(tx, groupId);
  await announceAll(
    tx,
    draftIds.map((id) => ({ name: "price-list.updated", data: { id } })),
  );
}
