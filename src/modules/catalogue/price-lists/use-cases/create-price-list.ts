import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { replaceListGroups } from "../list-groups-store.ts";
import type { PriceInput } from "../list-price.ts";
import { type NewPriceList, priceListFrom } from "../price-list.ts";
import { insertPriceList } from "../price-list-store.ts";
import { putPrices } from "./put-prices.ts";

type PriceListInput = NewPriceList & { prices: PriceInput[]; groupIds?: string[] };

export const createPriceList = (
  { db }: { db: Db },
  { prices, groupIds = [], ...input }: PriceListInput,
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const list = priceListFrom(newId("pl"), input);
    await insertPriceList(tx, list);
    if (groupIds.length > 0) await replaceListGroups(tx, { listId: list.id, groupIds });
    await putPrices(tx, list.id, prices);
    await announce(tx, "price-list.created", { id: list.id });
    return list.id;
  });
