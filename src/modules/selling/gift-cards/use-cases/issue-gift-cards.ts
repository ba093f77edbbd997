import type { Tx } from "../../../../db/database.ts";
import { announceEach } from "../../../../events/announce.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { giftCardFrom, taxRateOf } from "../gift-card.ts";
import { cardTaxesIn, insertGiftCards } from "../gift-card-store.ts";
import { newCode } from "./new-code.ts";

interface BoughtCards {
  orderId: string;
  regionId: string;
  /** One for each unit that was bought. */
  cards: readonly {
    value: number;
    /** The tax that was paid for it, in percent; null where nobody knows: that of the region. */
    taxRate: number | null;
    metadata?: Metadata;
  }[];
}

/** Makes the gift cards that were bought with an order; tells their ids, in the order of the cards. */
export async function issueGiftCards(tx: Tx, { orderId, regionId, cards }: BoughtCards): Promise<string[]> {
  if (cards.length === 0) return [];
  const taxes = await cardTaxesIn(tx, regionId);
  const issued = cards.map(({ value, taxRate, metadata }) =>
    giftCardFrom(
      { id: newId("gift"), code: newCode(), tax_rate: taxRateOf(taxes, taxRate) },
      { value, region_id: regionId, order_id: orderId, metadata },
    ),
  );
  await insertGiftCards(tx, issued);
  const ids = issued.map(({ id }) => id);
  await announceEach(
    tx,
    "gift_card.created",
    ids.map((id) => ({ id })),
  );
  return ids;
}
