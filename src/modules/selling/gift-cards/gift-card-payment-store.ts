import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledSql, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { CartGiftCard, GiftCardCharge } from "./gift-card.ts";

const forCart = compiled("gift-cards-for-cart", (db, p: { codes: string[] }) =>
  db
    .selectFrom("gift_card")
    .select([
      "id",
      "code",
      "region_id as regionId",
      "is_disabled as isDisabled",
      "ends_at as endsAt",
      "balance",
      "tax_rate as taxRate",
    ])
    .where(sql<boolean>`code = any(${p.codes})`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate(),
);

/** The order that a card was bought with is being canceled, which refunds the card. */
const isRefundedNow = (card: string) => sql`exists (select 1 from tradewind.payment_operation under_way
  where under_way.order_id = ${sql.raw(card)}.order_id and under_way.state = 'begun'
    and under_way.purpose = 'cancel:' || ${sql.raw(card)}.order_id)`;

const refundedNow = compiledSql<{ id: string }, { isRefunded: boolean }>(
  "gift-card-refunded-now",
  (p) => sql<{ isRefunded: boolean }>`
    select ${isRefundedNow("card")} as "isRefunded" from gift_card card where card.id = ${p.id}`,
);

export async function isBeingRefunded(tx: Tx, id: string): Promise<boolean> {
  const [found] = await refundedNow(tx, { id });
  return found?.isRefunded === true;
}

interface ChargeRows {
  orderId: string;
  cards: string[];
  transactions: string[];
  amounts: number[];
  taxable: boolean[];
  rates: (number | null)[];
}

interface TakenFrom {
  code: string;
  isTaken: boolean;
  isEnded: boolean;
}

// Locks by id to avoid deadlocks. A separate statement, so that the next one sees the changes that this one waited for.
const lockCards = compiledWrite<{ cards: string[] }>(
  "gift-cards-lock",
  {},
  (p) => sql`select id from gift_card where id = any(${p.cards}) order by id for no key update`,
);

// A card whose own order is being canceled cannot be used: the cancellation refunds it.
const take = compiledReturningWrite<ChargeRows, TakenFrom>(
  "gift-cards-take",
  { inserts: ["gift_card_transaction"], updates: ["gift_card"] },
  (p) => sql`
    with requested as (
      select * from unnest(${p.cards}::text[], ${p.transactions}::text[], ${p.amounts}::integer[],
        ${p.taxable}::boolean[], ${p.rates}::real[]) requested(card_id, id, amount, is_taxable, tax_rate)
    ), taken as (
      update gift_card card
      set balance = card.balance - requested.amount, is_disabled = card.balance = requested.amount, updated_at = now()
      from requested
      where card.id = requested.card_id and requested.amount > 0
        and card.balance >= requested.amount and not card.is_disabled and card.deleted_at is null
        and (card.ends_at is null or card.ends_at > now())
        and not ${isRefundedNow("card")}
      returning card.id
    ), recorded as (
      insert into gift_card_transaction (id, gift_card_id, order_id, amount, is_taxable, tax_rate, limits_tax)
      select requested.id, requested.card_id, ${p.orderId}, requested.amount, requested.is_taxable,
        requested.tax_rate, true
      from requested join taken on taken.id = requested.card_id
    )
    select coalesce(card.code, requested.card_id) as code, taken.id is not null as "isTaken",
      coalesce(card.ends_at <= now(), false) as "isEnded"
    from requested
      left join gift_card card on card.id = requested.card_id
      left join taken on taken.id = requested.card_id
    order by requested.card_id`,
);

/** Locks the cards with these codes in the order of their ids. Unknown codes are ignored. */
export async function findGiftCardsForCart(tx: Tx, codes: string[]): Promise<CartGiftCard[]> {
  if (codes.length === 0) return [];
  const cards = await forCart(tx, { codes });
  return cards.map((card) => ({ ...card, endsAt: card.endsAt?.toISOString() ?? null }));
}

interface OrderCharges {
  orderId: string;
  charges: readonly GiftCardCharge[];
}

/** Reduces the balance of each card that has enough, and inserts a transaction. Returns the outcome for each card. */
export async function takeFromGiftCards(tx: Tx, { orderId, charges }: OrderCharges): Promise<TakenFrom[]> {
  await lockCards(tx, { cards: charges.map(({ giftCardId }) => giftCardId) });
  return take(tx, {
    orderId,
    cards: charges.map(({ giftCardId }) => giftCardId),
    transactions: charges.map(() => newId("gct")),
    amounts: charges.map(({ amount }) => amount),
    taxable: charges.map(({ isTaxable }) => isTaxable),
    rates: charges.map(({ taxRate }) => taxRate),
  });
}

type OfOrder = { orderId: string };

// A card with balance 0 was disabled because it was used up, so it is enabled again. A disabled card with a balance was
// disabled by an administrator. The balance never exceeds the value, even if an administrator has already restored it.
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

/** The transactions of the order stay. */
export async function restoreGiftCardBalances(tx: Tx, orderId: string): Promise<void> {
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

/** Locks the cards that were bought with an order. Returns whether one of them was used. */
export async function lockBoughtGiftCards(tx: Tx, orderId: string): Promise<{ areSpent: boolean }> {
  const cards = await lockIssued(tx, { orderId });
  return { areSpent: cards.some(({ isSpent }) => isSpent) };
}

export async function disableBoughtGiftCards(tx: Tx, orderId: string): Promise<void> {
  await disableIssued(tx, { orderId });
}
