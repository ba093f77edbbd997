import { randomBytes } from "node:crypto";
import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notAllowed } from "../../../kernel/refusal.ts";
import { lockRegionShared } from "../../shop/regions/index.ts";
import { giftCardEvents } from "./events.ts";
import {
  CODE_LENGTH,
  codeFrom,
  ended,
  type GiftCardChanges,
  type GiftCardCharge,
  giftCardFrom,
  giftCardRefusal,
  type NewGiftCard,
  notCovered,
  taxRateOf,
  tooLittle,
  unknownGiftCardCode,
  withChanges,
} from "./gift-card.ts";
import {
  disableBoughtGiftCards,
  findGiftCardsForCart,
  isBeingRefunded,
  lockBoughtGiftCards,
  restoreGiftCardBalances,
  takeFromGiftCards,
} from "./gift-card-payment-store.ts";
import {
  cardTaxesIn,
  deleteGiftCardRow,
  insertGiftCards,
  lockGiftCard,
  saveGiftCard,
} from "./gift-card-store.ts";

export const createGiftCard = ({ db }: { db: Db }, input: NewGiftCard): Promise<string> =>
  inTransaction(db, async (tx) => {
    await lockRegionShared(tx, input.region_id);
    const taxRate = taxRateOf(await cardTaxesIn(tx, input.region_id));
    const card = giftCardFrom({ id: newId("gift"), code: newCode(), tax_rate: taxRate }, input);
    await insertGiftCards(tx, [card]);
    await giftCardEvents.announce(tx, "gift_card.created", { id: card.id });
    return card.id;
  });

/** A card keeps its tax rate when its region changes. */
export const updateGiftCard = ({ db }: { db: Db }, id: string, changes: GiftCardChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const card = await lockGiftCard(tx, id);
    const next = withChanges(card, changes);
    if (next.region_id !== card.region_id) await lockRegionShared(tx, next.region_id);
    await saveGiftCard(tx, next);
    await giftCardEvents.announce(tx, "gift_card.updated", { id });
  });

/** An unknown card counts as deleted. The transactions of orders stay. */
export const deleteGiftCard = ({ db }: { db: Db }, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { wasThere } = await deleteGiftCardRow(tx, id);
    if (wasThere) await giftCardEvents.announce(tx, "gift_card.deleted", { id });
  });

interface BoughtCards {
  orderId: string;
  regionId: string;
  /** One for each unit that was bought. */
  cards: readonly {
    value: number;
    /** The paid tax rate in percent; null for that of the region. */
    taxRate: number | null;
    metadata?: Metadata;
  }[];
}

/** Creates the gift cards that were bought with an order. Returns their ids in the order of the cards. */
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
  await giftCardEvents.announceEach(
    tx,
    "gift_card.created",
    ids.map((id) => ({ id })),
  );
  return ids;
}

/** 80 random bits, so codes cannot be guessed and do not collide. */
const newCode = (): string => codeFrom(randomBytes(CODE_LENGTH));

/** An order cannot be refunded if a gift card that was bought with it has been used. */
export async function refuseSpentGiftCards(tx: Tx, orderId: string): Promise<void> {
  const { areSpent } = await lockBoughtGiftCards(tx, orderId);
  if (areSpent) throw notAllowed("A gift card that was bought with this order has been used");
}

/**
 * Part of the transaction that cancels an order. Restores the balances of the cards that paid for it, and disables the cards
 * that were bought with it.
 */
export async function settleGiftCardsOfCanceledOrder(tx: Tx, orderId: string): Promise<void> {
  await restoreGiftCardBalances(tx, orderId);
  await disableBoughtGiftCards(tx, orderId);
}

interface Payment {
  code: string;
  regionId: string;
  amount: number;
}

/** Takes the whole amount from a card, and returns its id. The caller records what it was for. */
export async function takeFromGiftCard(tx: Tx, { code, regionId, amount }: Payment): Promise<string> {
  const [found] = await findGiftCardsForCart(tx, [code]);
  if (!found) throw unknownGiftCardCode(code);
  const refusal = giftCardRefusal(found, { regionId, now: new Date() });
  if (refusal) throw refusal;
  if (found.balance < amount) throw tooLittle(found);
  if (await isBeingRefunded(tx, found.id)) throw notAllowed("The gift card is being refunded");
  const card = await lockGiftCard(tx, found.id);
  const balance = card.balance - amount;
  await saveGiftCard(tx, { ...card, balance, is_disabled: balance === 0 });
  await giftCardEvents.announce(tx, "gift_card.updated", { id: card.id });
  return card.id;
}

interface Consumption {
  orderId: string;
  /** Each card at most once. */
  charges: readonly GiftCardCharge[];
}

/**
 * Pays an order with gift cards. Refuses with `gift_card_balance` if a balance is too low, or with `gift_card_expired`. A card
 * without a balance is disabled. Locks the cards in the order of their ids.
 */
export async function consumeGiftCards(tx: Tx, { orderId, charges }: Consumption): Promise<void> {
  if (charges.length === 0) return;
  const cards = await takeFromGiftCards(tx, { orderId, charges });
  const refused = cards.find(({ isTaken }) => !isTaken);
  if (refused) throw refused.isEnded ? ended(refused.code) : notCovered(refused.code);
}
