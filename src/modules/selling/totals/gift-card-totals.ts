import { shareOf, taxOn } from "../../../kernel/money.ts";

export interface UsableGiftCard {
  id: string;
  balance: number;
  /** Null when the card was taxed when it was sold. */
  tax_rate: number | null;
  ends_at: string | null;
}

/** What is taken from a card. */
export interface GiftCardUse {
  gift_card_id: string;
  amount: number;
  tax_rate: number | null;
}

const never = "~";

/** Those that end first are used first, then those that are nearly empty. */
const inOrderOfUse = (a: UsableGiftCard, b: UsableGiftCard): number => {
  const [ends, others] = [a.ends_at ?? never, b.ends_at ?? never];
  if (ends !== others) return ends < others ? -1 : 1;
  return a.balance - b.balance || (a.id < b.id ? -1 : 1);
};

/** How an amount is paid with gift cards, as far as they reach. */
export function giftCardUses(cards: readonly UsableGiftCard[], amount: number): GiftCardUse[] {
  let left = Math.max(amount, 0);
  return [...cards].sort(inOrderOfUse).flatMap(({ id, balance, tax_rate }) => {
    const used = Math.min(left, balance);
    left -= used;
    return used > 0 ? [{ gift_card_id: id, amount: used, tax_rate }] : [];
  });
}

export interface GiftCardTotals {
  gift_card_total: number;
  gift_card_tax_total: number;
}

/**
 * The tax that is not due because the card was taxed. It never exceeds the tax that is due, from which it may differ by
 * the rounding of single lines, nor what is left to pay after the cards.
 */
export function giftCardTotals(
  uses: readonly GiftCardUse[],
  due: { net: number; tax: number },
): GiftCardTotals {
  const total = uses.reduce((sum, { amount }) => sum + amount, 0);
  const tax = uses.reduce(
    (sum, { amount, tax_rate }) => sum + taxOn(amount, shareOf([{ rate: tax_rate }]), false),
    0,
  );
  const left = Math.min(due.tax, due.net + due.tax - total);
  return { gift_card_total: total, gift_card_tax_total: Math.min(tax, Math.max(left, 0)) };
}
