import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, notAllowed, notFound, Refusal } from "../../../kernel/refusal.ts";
import { maskedCode } from "./gift-card-codes.ts";

export interface GiftCard {
  id: string;
  code: string;
  /** The initial balance, in the minor unit of the region's currency. */
  value: number;
  balance: number;
  region_id: string;
  /** The order that the card was bought with. */
  order_id: string | null;
  is_disabled: boolean;
  ends_at: Date | null;
  /** In percent; null if gift cards are not taxed. */
  tax_rate: number | null;
  metadata: Metadata | null;
}

export interface NewGiftCard {
  value: number;
  region_id: string;
  order_id?: string;
  is_disabled?: boolean;
  ends_at?: Date | null;
  metadata?: Metadata;
}

export interface GiftCardChanges {
  balance?: number;
  region_id?: string;
  is_disabled?: boolean;
  ends_at?: Date | null;
  metadata?: Metadata;
}

/** The tax settings of a region for gift cards. */
export interface CardTaxes {
  gift_cards_taxable: boolean;
  tax_rate: number;
}

/** The paid rate, or that of the region. A rate of 0 becomes null. */
export const taxRateOf = (region: CardTaxes, paid: number | null = null): number | null =>
  region.gift_cards_taxable ? (paid ?? region.tax_rate) || null : null;

export const giftCardFrom = (
  made: Pick<GiftCard, "id" | "code" | "tax_rate">,
  input: NewGiftCard,
): GiftCard => ({
  ...made,
  value: input.value,
  balance: input.value,
  region_id: input.region_id,
  order_id: input.order_id ?? null,
  is_disabled: input.is_disabled ?? false,
  ends_at: input.ends_at ?? null,
  metadata: input.metadata ?? null,
});

/** `ends_at: null` removes the end. */
export function withChanges(card: GiftCard, changes: GiftCardChanges): GiftCard {
  if (changes.balance !== undefined && changes.balance > card.value) {
    throw invalid(`balance must not be greater than the value of the gift card, ${card.value}`);
  }
  return {
    ...card,
    balance: changes.balance ?? card.balance,
    region_id: changes.region_id ?? card.region_id,
    is_disabled: changes.is_disabled ?? card.is_disabled,
    ends_at: changes.ends_at === undefined ? card.ends_at : changes.ends_at,
    metadata: changes.metadata ? mergedMetadata(card.metadata, changes.metadata) : card.metadata,
  };
}

// Without 0, O, 1 and I, which look alike. 32 characters, so that all are equally likely.
const CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Number of random bytes; one character each. */
export const CODE_LENGTH = 16;

/** `XXXX-XXXX-XXXX-XXXX` */
export function codeFrom(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join("");
  return characters.match(/.{4}/g)!.join("-");
}

export const unknownGiftCard = (id: string) => notFound("Gift card", id);

/** Counted by the limits on guessing codes. */
export class UnknownGiftCard extends Refusal {}

export const unknownGiftCardCode = (code: string) =>
  new UnknownGiftCard("not_found", `Gift card with code: ${code} was not found`);

/** The fields of a gift card that carts need. */
export interface CartGiftCard {
  id: string;
  code: string;
  regionId: string;
  isDisabled: boolean;
  endsAt: string | null;
  balance: number;
  taxRate: number | null;
}

/** The amount that an order uses of a gift card. */
export interface GiftCardCharge {
  giftCardId: string;
  amount: number;
  isTaxable: boolean;
  taxRate: number | null;
}

/** The reason why the card cannot be used in the region now; null if it can. */
export function giftCardRefusal(
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

/** The card was used, disabled or deleted after it was added to the cart. */
export const notCovered = (code: string) =>
  notAllowed(`The gift card ${maskedCode(code)} no longer covers its part of the order`, "gift_card_balance");

export const tooLittle = ({ code }: Pick<CartGiftCard, "code">) =>
  new Refusal("conflict", `gift_card: ${maskedCode(code)} has less than the difference`, "gift_card_balance");

/** The card expired after it was added to the cart. */
export const ended = (code: string) =>
  notAllowed(`The gift card ${maskedCode(code)} has expired`, "gift_card_expired");
