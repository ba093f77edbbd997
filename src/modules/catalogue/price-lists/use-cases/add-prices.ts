import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteAllListPrices } from "../../pricing/index.ts";
import { type PriceInput, refuseMalformed } from "../list-price.ts";
import { lockPriceList, touchPriceList } from "../price-list-store.ts";
import { putPrices } from "./put-prices.ts";

interface Addition {
  listId: string;
  prices: Omit<PriceInput, "id">[];
  /** The list then has these prices and no others. */
  override?: boolean;
}

export const addPrices = ({ db }: { db: Db }, { listId, prices, override }: Addition): Promise<void> =>
  inTransaction(db, async (tx) => {
    // What cannot be a price of any list is said first, as in v1.
    refuseMalformed(prices);
    await lockPriceList(tx, listId);
    if (override) await deleteAllListPrices(tx, listId);
    await putPrices(tx, listId, prices);
    await touchPriceList(tx, listId);
    await announce(tx, "price-list.updated", { id: listId });
  });
