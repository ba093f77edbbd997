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
} from "../../graph/entity.ts";

const giftCard = entity({
  name: "gift_card",
  columns: {
    ...softDeletedColumns,
    code: text.required,
    value: integer.required,
    balance: integer.required,
    region_id: text.required,
    order_id: text.nullable,
    is_disabled: boolean.required,
    ends_at: timestamp.nullable,
    tax_rate: number.nullable,
    metadata: json.nullable,
  },
  relations: {
    region: one("region", "region_id", { nullable: false }),
    order: one("order", "order_id"),
  },
});

const giftCardTransaction = entity({
  name: "gift_card_transaction",
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

export const giftCardsEntities = [giftCard, giftCardTransaction];
