import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { lockRegionShared } from "../../../shop/regions/index.ts";
import { type GiftCardChanges, withChanges } from "../gift-card.ts";
import { lockGiftCard, saveGiftCard } from "../gift-card-store.ts";

/** A card that moves to another region keeps the rate of the tax that was paid for it. */
export const updateGiftCard = ({ db }: { db: Db }, id: string, changes: GiftCardChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const card = await lockGiftCard(tx, id);
    const next = withChanges(card, changes);
    if (next.region_id !== card.region_id) await lockRegionShared(tx, next.region_id);
    await saveGiftCard(tx, next);
    await announce(tx, "gift_card.updated", { id });
  });
