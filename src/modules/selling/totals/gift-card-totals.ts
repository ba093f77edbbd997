import { shareOf, taxOn } from "../../../kernel/money.ts";

export interface UsableGiftCard {
  id: string;
  balance: number;
  /** Null if the card was taxed when it was sold. */
  tax_rate: number | null;
  ends_at: string | null;
}

/** The amount that is used of a card. */
export interface GiftCardUse {
  gift_card_id: string;
  amount: number;
  tax_rate: number | null;
  /** False for the orders of v1, which saves more tax than is due if the rate of the card is higher than that of the goods. */
  limits_tax?: boolean;
}

const never = "~";

/** Cards that expire first are used first, then those with the smallest balance. */
const inOrderOfUse = (a: UsableGiftCard, b: UsableGiftCard): number => {
  const [ends, others] = [a.ends_at ?? never, b.ends_at ?? never];
  if (ends !== others) return ends < others ? -1 : 1;
  return a.balance - b.balance || (a.id < b.id ? -1 : 1);
};

/** Splits an amount among gift cards, up to their balances. */
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
 * The tax that is not due because the card was taxed when it was sold. It is limited to the tax that is due, from which it
 * can differ by rounding, and to the amount that is left to pay.
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
  if (uses.some(({ limits_tax }) => limits_tax === false))
    return { gift_card_total: total, gift_card_tax_total: tax };
  const left = Math.min(due.tax, due.net + due.tax - total);
  return { gift_card_total: total, gift_card_tax_total: Math.min(tax, Math.max(left, 0)) };
}
