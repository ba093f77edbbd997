import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite, compiledWrite } from "../../../db/statements.ts";
import { newId } from "../../../kernel/ids.ts";
import type { CartGiftCard, Taking } from "./gift-card-payment.ts";

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

interface TakingRows {
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

// In the order of their ids, and by a statement of its own: what another order has done meanwhile is seen by the next.
const lockCards = compiledWrite<{ cards: string[] }>(
  "gift-cards-lock",
  {},
  (p) => sql`select id from gift_card where id = any(${p.cards}) order by id for no key update`,
);

// A card whose own order is being canceled is about to be worth nothing: its money is on its way back.
const take = compiledReturningWrite<TakingRows, TakenFrom>(
  "gift-cards-take",
  { inserts: ["gift_card_transaction"], updates: ["gift_card"] },
  (p) => sql`
    with wanted as (
      select * from unnest(${p.cards}::text[], ${p.transactions}::text[], ${p.amounts}::integer[],
        ${p.taxable}::boolean[], ${p.rates}::real[]) wanted(card_id, id, amount, is_taxable, tax_rate)
    ), taken as (
      update gift_card card
      set balance = card.balance - wanted.amount, is_disabled = card.balance = wanted.amount, updated_at = now()
      from wanted
      where card.id = wanted.card_id and wanted.amount > 0
        and card.balance >= wanted.amount and not card.is_disabled and card.deleted_at is null
        and (card.ends_at is null or card.ends_at > now())
        and not exists (select 1 from tradewind.payment_operation under_way
          where under_way.order_id = card.order_id and under_way.state = 'begun'
            and under_way.purpose = 'cancel:' || card.order_id)
      returning card.id
    ), noted as (
      insert into gift_card_transaction (id, gift_card_id, order_id, amount, is_taxable, tax_rate)
      select wanted.id, wanted.card_id, ${p.orderId}, wanted.amount, wanted.is_taxable, wanted.tax_rate
      from wanted join taken on taken.id = wanted.card_id
    )
    select coalesce(card.code, wanted.card_id) as code, taken.id is not null as "isTaken",
      coalesce(card.ends_at <= now(), false) as "isEnded"
    from wanted
      left join gift_card card on card.id = wanted.card_id
      left join taken on taken.id = wanted.card_id
    order by wanted.card_id`,
);

/** The cards with these codes, locked in the order of their ids; a code that no card has is passed over. */
export async function findGiftCardsForCart(tx: Tx, codes: string[]): Promise<CartGiftCard[]> {
  if (codes.length === 0) return [];
  const cards = await forCart(tx, { codes });
  return cards.map((card) => ({ ...card, endsAt: card.endsAt?.toISOString() ?? null }));
}

interface OrderTakings {
  orderId: string;
  takings: readonly Taking[];
}

/** Takes from every card that has so much, notes it for the order, and tells for each card whether it had. */
export async function takeFromGiftCards(tx: Tx, { orderId, takings }: OrderTakings): Promise<TakenFrom[]> {
  await lockCards(tx, { cards: takings.map(({ giftCardId }) => giftCardId) });
  return take(tx, {
    orderId,
    cards: takings.map(({ giftCardId }) => giftCardId),
    transactions: takings.map(() => newId("gct")),
    amounts: takings.map(({ amount }) => amount),
    taxable: takings.map(({ isTaxable }) => isTaxable),
    rates: takings.map(({ taxRate }) => taxRate),
  });
}
