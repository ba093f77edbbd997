import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteAllListPrices } from "../../pricing/index.ts";
import { deletePriceListRow, findPriceListForUpdate } from "../price-list-store.ts";

/** A list that is not there is as good as deleted. */
export const deletePriceList = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const list = await findPriceListForUpdate(tx, id);
    if (!list) return;
    await deleteAllListPrices(tx, id);
    await deletePriceListRow(tx, id);
    await announce(tx, "price-list.deleted", { id });
  });
