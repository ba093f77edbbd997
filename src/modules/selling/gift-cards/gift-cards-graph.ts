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
import type { Condition } from "../../../graph/filter.ts";

export const giftCard = entity({
  name: "gift_card",
  description: "Money that whoever knows the code can pay with, in one region.",
  columns: {
    ...softDeletedColumns,
    code: text.required,
    value: { ...integer.required, description: "What it was worth at first." },
    balance: { ...integer.required, description: "What is left of that." },
    region_id: text.required,
    order_id: { ...text.nullable, description: "The order that it was bought with." },
    is_disabled: boolean.required,
    ends_at: timestamp.nullable,
    tax_rate: { ...number.nullable, description: "In percent; null where gift cards are not taxed." },
    metadata: json.nullable,
  },
  relations: {
    region: one("region", "region_id", { nullable: false }),
    order: one("order", "order_id"),
  },
});

const giftCardTransaction = entity({
  name: "gift_card_transaction",
  description: "What an order took from a gift card.",
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

/** `q`: a part of the code, or the number of the order that the card was bought with. */
export const mentions: Condition = {
  name: "gift-card-mentions",
  sql: (row, pattern) => `(${row}.code ilike ${pattern} or ${row}.order_id = any(array(
    select placed.id from "order" placed
    where placed.display_id = case when ${pattern} ~ '^%[0-9]{1,9}%$' then trim('%' from ${pattern})::integer end)))`,
  isPlannedEachTime: true,
};

export const giftCardsEntities = [giftCard, giftCardTransaction];
