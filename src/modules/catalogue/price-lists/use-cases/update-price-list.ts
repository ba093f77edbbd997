import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { replaceListGroups } from "../list-groups-store.ts";
import { type PriceInput, refuseMalformed } from "../list-price.ts";
import { type PriceListChanges, withChanges } from "../price-list.ts";
import { lockPriceList, savePriceList } from "../price-list-store.ts";
import { putPrices } from "./put-prices.ts";

type PriceListUpdate = PriceListChanges & { prices?: PriceInput[]; groupIds?: string[] };

/** Prices that are not sent stay; groups that are not sent go, if any are sent at all. */
export const updatePriceList = (
  { db }: { db: Db },
  id: string,
  { prices, groupIds, ...changes }: PriceListUpdate,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // What cannot be a price of any list is said first, as in v1.
    if (prices) refuseMalformed(prices);
    const list = await lockPriceList(tx, id);
    await savePriceList(tx, withChanges(list, changes));
    if (groupIds) await replaceListGroups(tx, { listId: id, groupIds });
    if (prices) await putPrices(tx, id, prices);
    await announce(tx, "price-list.updated", { id });
  });
