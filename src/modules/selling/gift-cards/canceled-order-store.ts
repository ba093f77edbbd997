import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite, compiledSql } from "../../../db/statements.ts";

type OfOrder = { orderId: string };

// A card that was spent to the end was disabled by that; one that still has money was disabled by somebody. Who has put
// money back by hand meanwhile has done it for this, too: a card never has more than it was worth.
const giveBack = compiledReturningWrite<OfOrder, { id: string }>(
  "gift-cards-give-back",
  { updates: ["gift_card"] },
  (p) => sql<{ id: string }>`
    with used as (
      select gift_card_id, sum(amount)::integer as amount from gift_card_transaction
      where order_id = ${p.orderId} group by gift_card_id
    ), locked as (
      select id from gift_card where id in (select gift_card_id from used) order by id for no key update
    )
    update gift_card card
    set balance = least(card.value, card.balance::bigint + used.amount),
      is_disabled = card.is_disabled and card.balance > 0, updated_at = now()
    from locked, used
    where card.id = locked.id and card.id = used.gift_card_id
    returning card.id`,
);

/** What an order took from gift cards is on them again; the order keeps the record of it. */
export async function giveBackToGiftCards(tx: Tx, orderId: string): Promise<void> {
  await giveBack(tx, { orderId });
}

const lockIssued = compiledSql<OfOrder, { isSpent: boolean }>(
  "gift-cards-lock-issued",
  (p) => sql<{ isSpent: boolean }>`
    select balance < value as "isSpent" from gift_card where order_id = ${p.orderId} and deleted_at is null
    order by id for no key update`,
);

const disableIssued = compiledReturningWrite<OfOrder, unknown>(
  "gift-cards-disable-issued",
  { updates: ["gift_card"] },
  (p) => sql`update gift_card set is_disabled = true, updated_at = now()
    where order_id = ${p.orderId} and deleted_at is null and not is_disabled`,
);

/** Locks the cards that were bought with an order; tells whether one of them was used. */
export async function lockBoughtGiftCards(tx: Tx, orderId: string): Promise<{ areSpent: boolean }> {
  const cards = await lockIssued(tx, { orderId });
  return { areSpent: cards.some(({ isSpent }) => isSpent) };
}

export async function disableBoughtGiftCards(tx: Tx, orderId: string): Promise<void> {
  await disableIssued(tx, { orderId });
}
