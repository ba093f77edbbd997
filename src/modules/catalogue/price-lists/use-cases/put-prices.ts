import type { Tx } from "../../../../db/database.ts";
import { newId } from "../../../../kernel/ids.ts";
import { insertListPrices, saveListPrices } from "../../pricing/index.ts";
import { type PriceInput, pricesFrom, refuseMalformed } from "../list-price.ts";
import { lockPriceGroundShared } from "../price-ground-store.ts";

/** Changes the prices that are named by their id and adds the others. The caller holds the list's lock. */
export async function putPrices(tx: Tx, listId: string, sent: readonly PriceInput[]): Promise<void> {
  refuseMalformed(sent);
  const ground = await lockPriceGroundShared(tx, listId, sent);
  const identified = sent.map((input) => ({ ...input, id: input.id ?? newId("ma") }));
  const prices = pricesFrom(identified, ground);
  const isStored = ({ id }: { id: string }) => ground.stored.has(id);
  await saveListPrices(tx, listId, prices.filter(isStored));
  await insertListPrices(
    tx,
    listId,
    prices.filter((price) => !isStored(price)),
  );
}
