import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { announce } from "../../../events/announce.ts";
import { holdRegion } from "../../regions/index.ts";
import { type GiftCardChanges, taxRateOf, withChanges } from "../gift-card.ts";
import { cardTaxesIn, lockGiftCard, saveGiftCard } from "../gift-card-store.ts";

export const updateGiftCard = ({ db }: { db: Db }, id: string, changes: GiftCardChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const card = await lockGiftCard(tx, id);
    const next = withChanges(card, changes);
    const isMoved = next.region_id !== card.region_id;
    await saveGiftCard(tx, isMoved ? { ...next, tax_rate: await rateIn(tx, next.region_id) } : next);
    await announce(tx, "gift_card.updated", { id });
  });

/** A card that moves to another region is taxed as cards are there. */
async function rateIn(tx: Tx, regionId: string): Promise<number | null> {
  await holdRegion(tx, regionId);
  return taxRateOf(await cardTaxesIn(tx, regionId));
}
