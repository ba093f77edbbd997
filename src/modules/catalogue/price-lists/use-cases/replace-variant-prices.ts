import type { Tx } from "../../../../db/database.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteListPrices, deleteListPricesBefore } from "../../pricing/index.ts";
import type { PriceInput } from "../list-price.ts";
import { findPriceListForUpdate, touchPriceList } from "../price-list-store.ts";
import { putPrices } from "./put-prices.ts";

interface Replacement {
  listId: string;
  variantIds: string[];
  prices: Omit<PriceInput, "id">[];
}

/** The variants then have these prices in the list and no others. False when there is no such list. */
export async function replaceVariantPrices(
  tx: Tx,
  { listId, variantIds, prices }: Replacement,
): Promise<boolean> {
  if (!(await findPriceListForUpdate(tx, listId))) return false;
  await deleteListPrices(tx, listId, { of: "variants", ids: variantIds });
  await putPrices(tx, listId, prices);
  await noteChange(tx, listId);
  return true;
}

/** For whoever has put all the prices that the list shall have. False when there is no such list. */
export async function dropOlderPrices(
  tx: Tx,
  { listId, before }: { listId: string; before: Date },
): Promise<boolean> {
  if (!(await findPriceListForUpdate(tx, listId))) return false;
  await deleteListPricesBefore(tx, listId, before);
  await noteChange(tx, listId);
  return true;
}

async function noteChange(tx: Tx, listId: string): Promise<void> {
  await touchPriceList(tx, listId);
  await announce(tx, "price-list.updated", { id: listId });
}
