import type { Tx } from "../../../../db/database.ts";
import { notAllowed } from "../../../../kernel/refusal.ts";
import { disableBoughtGiftCards, giveBackToGiftCards, lockBoughtGiftCards } from "../canceled-order-store.ts";

/** Whoever has spent a card cannot have the money back that it was bought with. */
export async function refuseSpentGiftCards(tx: Tx, orderId: string): Promise<void> {
  const { areSpent } = await lockBoughtGiftCards(tx, orderId);
  if (areSpent) throw notAllowed("A gift card that was bought with this order has been used");
}

/**
 * An order is canceled, in its transaction: the cards that paid for it get their money back, those that were bought
 * with it are worth nothing any more.
 */
export async function settleGiftCardsOfCanceledOrder(tx: Tx, orderId: string): Promise<void> {
  await giveBackToGiftCards(tx, orderId);
  await disableBoughtGiftCards(tx, orderId);
}
