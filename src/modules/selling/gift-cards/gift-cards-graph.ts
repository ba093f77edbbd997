import {
  boolean,
  entity,
  integer,
  json,
  number,
  one,
  softDeletedColumns,
  text,
  timestamp,
} from "../../../graph/entity.ts";
import { type Condition, isLike } from "../../../graph/filter.ts";
import { shownEndSql } from "./gift-card-codes.ts";

export const giftCard = entity({
  name: "gift_card",
  description: "A balance in one region that every customer with the code can pay with.",
  columns: {
    ...softDeletedColumns,
    code: text.required,
    value: { ...integer.required, description: "The balance at first." },
    balance: { ...integer.required, description: "The amount that is left." },
    region_id: text.required,
    order_id: { ...text.nullable, description: "The order that it was bought with." },
    is_disabled: boolean.required,
    ends_at: timestamp.nullable,
    tax_rate: { ...number.nullable, description: "In percent; null if the gift card is not taxed." },
    metadata: json.nullable,
  },
  relations: {
    region: one("region", "region_id", { nullable: false }),
    order: one("order", "order_id"),
  },
});

const giftCardTransaction = entity({
  name: "gift_card_transaction",
  description: "The amount that an order used of a gift card.",
  columns: {
    id: text.required,
    gift_card_id: text.required,
    order_id: text.required,
    amount: integer.required,
    created_at: timestamp.required,
    is_taxable: boolean.nullable,
    tax_rate: number.nullable,
  },
  relations: {
    gift_card: one("gift_card", "gift_card_id", { nullable: false }),
    order: one("order", "order_id", { nullable: false }),
  },
});

const mentions = (name: string, code: (row: string) => string): Condition => ({
  name,
  sql: (row, pattern) => `(${isLike(code(row), pattern)} or ${row}.order_id = any(array(
    select placed.id from "order" placed
    where placed.display_id = case when ${pattern} ~ '^%[0-9]{1,9}%$' then trim('%' from ${pattern})::integer end)))`,
  isPlannedEachTime: true,
});

/** Searches parts of the code, and the number of the order that the card was bought with. */
export const matchesGiftCard = mentions("gift-card-mentions", (row) => `${row}.code`);

/** The same for users who see the end of the code only: a search must not tell them the rest, part by part. */
export const matchesMaskedGiftCard = mentions("masked-gift-card-mentions", (row) =>
  shownEndSql(`${row}.code`),
);

export const giftCardsEntities = [giftCard, giftCardTransaction];

/**
 * The tax rate of a gift card transaction. v1 did not always store whether the card was taxed. Then, as in v1, the rate of the
 * card applies, or that of the order's region.
 */
export const rateOfUse = (used: string, regionId: string) => `case when ${used}.is_taxable is not null
    then ${used}.tax_rate
    else (select case when home.gift_cards_taxable or coalesce(card.tax_rate, 0) <> 0
        then coalesce(card.tax_rate, home.tax_rate) else ${used}.tax_rate end
      from gift_card card, region home where card.id = ${used}.gift_card_id and home.id = ${regionId}) end`;
