import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { deleteGiftCardRow } from "../gift-card-store.ts";

/** A card that is not there is as good as deleted. Orders keep what they took from it. */
export const deleteGiftCard = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteGiftCardRow(tx, id);
    if (wasThere) await announce(tx, "gift_card.deleted", { id });
  });
