import { invalid, notAllowed, type Refusal } from "../../../kernel/refusal.ts";

/** A gift card as carts see it. */
export interface CartGiftCard {
  id: string;
  code: string;
  regionId: string;
  isDisabled: boolean;
  endsAt: string | null;
  balance: number;
  taxRate: number | null;
}

/** What an order takes from a gift card. */
export interface Taking {
  giftCardId: string;
  amount: number;
  isTaxable: boolean;
  taxRate: number | null;
}

/** Why a cart of the region cannot be paid with the card now; null when it can. */
export function refusalOf(
  card: Pick<CartGiftCard, "regionId" | "isDisabled" | "endsAt">,
  { regionId, now }: { regionId: string; now: Date },
): Refusal | null {
  if (card.isDisabled) return notAllowed("The gift card is disabled");
  if (card.regionId !== regionId) return invalid("The gift card cannot be used in the current region");
  if (endOf(card) <= now.getTime()) return notAllowed("The gift card has expired");
  return null;
}

const endOf = ({ endsAt }: Pick<CartGiftCard, "endsAt">): number =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt);

/** Whoever knows the code has the money: only its end is shown. */
const masked = (code: string) => code.slice(0, -4).replace(/[^-]/g, "*") + code.slice(-4);

/** The card was spent, disabled or deleted since it was put on the cart. */
export const notCovered = (code: string) =>
  notAllowed(`The gift card ${masked(code)} no longer covers its part of the order`, "gift_card_balance");

/** The card has come to its end since it was put on the cart. */
export const ended = (code: string) =>
  notAllowed(`The gift card ${masked(code)} has expired`, "gift_card_expired");
