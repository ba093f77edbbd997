import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteListPrices, type PriceChoice } from "../../pricing/index.ts";
import { lockPriceList, touchPriceList } from "../price-list-store.ts";

/** The ids of the prices that went. What the list has no price for is passed over. */
export const deletePrices = ({ db }: { db: Db }, listId: string, choice: PriceChoice): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    await lockPriceList(tx, listId);
    const gone = await deleteListPrices(tx, listId, choice);
    if (gone.length === 0) return gone;
    await touchPriceList(tx, listId);
    await announce(tx, "price-list.updated", { id: listId });
    return gone;
  });
