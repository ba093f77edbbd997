import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, notFound, Refusal } from "../../../kernel/refusal.ts";

export interface GiftCard {
  id: string;
  code: string;
  /** What it was worth at first, in the minor unit of its region's currency. */
  value: number;
  /** What is left of that. */
  balance: number;
  region_id: string;
  /** The order that it was bought with. */
  order_id: string | null;
  is_disabled: boolean;
  ends_at: Date | null;
  /** In percent; null where gift cards are not taxed. */
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

/** What a region says about the tax of its gift cards. */
export interface CardTaxes {
  gift_cards_taxable: boolean;
  tax_rate: number;
}

/** The rate that was paid when the card was bought, else the one of its region; a rate of nothing is none. */
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

/** An end that is sent as null is taken away. */
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

// Without 0 and O, 1 and I, which people mistake for each other. 32 characters: every byte is as likely as another
// to become each of them.
const CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** How many random bytes a code is made from. */
export const CODE_LENGTH = 16;

/** `XXXX-XXXX-XXXX-XXXX` */
export function codeFrom(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => CHARACTERS[byte % CHARACTERS.length]).join("");
  return characters.match(/.{4}/g)!.join("-");
}

export const unknownGiftCard = (id: string) => notFound("Gift card", id);

export const unknownGiftCardCode = (code: string) =>
  new Refusal("not_found", `Gift card with code: ${code} was not found`);
