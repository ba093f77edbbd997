import type { Db, Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { putProductsIn, takeProductsOut } from "../channel-products-store.ts";
import { lockChannel } from "../sales-channel-store.ts";

interface Change {
  channelId: string;
  productIds: string[];
}

/** What is sold there already, stays; a product that does not exist keeps all of them out. */
export const addProductsToChannel = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeProducts(db, change, putProductsIn, "sales_channel.products_added");

/** Products that are not sold there are passed over. */
export const removeProductsFromChannel = ({ db }: { db: Db }, change: Change): Promise<void> =>
  changeProducts(db, change, takeProductsOut, "sales_channel.products_removed");

const changeProducts = (
  db: Db,
  { channelId, productIds }: Change,
  write: (tx: Tx, id: string, productIds: string[]) => Promise<string[]>,
  event: string,
) =>
  inTransaction(db, async (tx) => {
    await lockChannel(tx, channelId);
    const changed = await write(tx, channelId, [...new Set(productIds)].sort());
    if (changed.length > 0) await announce(tx, event, { id: channelId, product_ids: changed });
  });
