import type { Tx } from "../../../../db/database.ts";
import { ended, notCovered, type Taking } from "../gift-card-payment.ts";
import { takeFromGiftCards } from "../gift-card-payment-store.ts";

interface Consumption {
  orderId: string;
  /** Each card at most once. */
  takings: readonly Taking[];
}

/**
 * Pays an order with gift cards: takes from all of them or, when one has not enough any more, refuses with
 * `gift_card_balance`, or `gift_card_expired` for one that has ended. A card that is used up is disabled. Locks the cards in the order of their ids.
 */
export async function consumeGiftCards(tx: Tx, { orderId, takings }: Consumption): Promise<void> {
  if (takings.length === 0) return;
  const cards = await takeFromGiftCards(tx, { orderId, takings });
  const refused = cards.find(({ isTaken }) => !isTaken);
  if (refused) throw refused.isEnded ? ended(refused.code) : notCovered(refused.code);
}
