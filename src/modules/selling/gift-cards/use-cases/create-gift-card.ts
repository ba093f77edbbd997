import type { Db } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import { lockRegionShared } from "../../../shop/regions/index.ts";
import { giftCardFrom, type NewGiftCard, taxRateOf } from "../gift-card.ts";
import { cardTaxesIn, insertGiftCards } from "../gift-card-store.ts";
import { newCode } from "./new-code.ts";

export const createGiftCard = ({ db }: { db: Db }, input: NewGiftCard): Promise<string> =>
  inTransaction(db, async (tx) => {
    await lockRegionShared(tx, input.region_id);
    const taxRate = taxRateOf(await cardTaxesIn(tx, input.region_id));
    const card = giftCardFrom({ id: newId("gift"), code: newCode(), tax_rate: taxRate }, input);
    await insertGiftCards(tx, [card]);
    await announce(tx, "gift_card.created", { id: card.id });
    return card.id;
  });
