import { Type } from "typebox";
import { type Condition, containing } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { shown } from "../../../http/openapi/named-views.ts";
import type { QueryFilter } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, page } from "../../../http/routes.ts";
import { parseTimestamp } from "../../../kernel/dates.ts";
import { MAX_AMOUNT } from "../../../kernel/money.ts";
import { giftCardFieldsLeftOut } from "../v1-shapes.ts";
import { giftCard, matchesGiftCard, matchesMaskedGiftCard } from "./gift-cards-graph.ts";

const regionId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Where the card can be used; its currency is the card's.",
});
const amount = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description });
const isDisabled = Type.Boolean({ description: "A disabled card cannot be used." });
const endsAt = Type.Unsafe<string | null>({
  type: ["string", "null"],
  format: "moment",
  description: "The card cannot be used after this time; null for no end.",
});

export const newGiftCardBody = body({
  value: amount("In the minor unit of the region's currency."),
  region_id: regionId,
  is_disabled: optional(isDisabled),
  ends_at: optional(endsAt),
  metadata: optional(metadata),
});

export const giftCardChangesBody = body({
  balance: optional(amount("The amount that is left, at most the value of the card.")),
  region_id: optional(regionId),
  is_disabled: optional(isDisabled),
  ends_at: optional(endsAt),
  metadata: optional(metadata),
});

/** Parses the date. An undefined date stays undefined, because it is not changed. */
export const withDate = <Sent extends { ends_at?: string | null }>({ ends_at, ...rest }: Sent) => ({
  ...rest,
  ends_at: (ends_at ? parseTimestamp(ends_at) : ends_at) as Date | null | undefined,
});

export const adminGiftCard = {
  entity: giftCard,
  fields: Object.keys(giftCard.columns).filter((name) => !giftCardFieldsLeftOut.includes(name)),
  relations: ["region", "order"],
};

const searchBy = (condition: Condition): QueryFilter => ({
  schema: Type.String({
    description:
      "Searches codes, and the numbers of the orders that cards were bought with. Without `gift-cards:write` the last four characters of codes.",
  }),
  toFilters: (words) =>
    words === "" ? [] : [{ kind: "custom", condition, value: containing(words as string) }],
});

const listed = (condition: Condition) =>
  listQuery({ view: adminGiftCard, limit: 50, takes: ["order"], filters: { q: searchBy(condition) } });

export const adminGiftCards = listed(matchesGiftCard);

/** For users who do not see whole codes. */
export const maskedGiftCards = listed(matchesMaskedGiftCard);

/** Public for everyone with the code, so it does not show the buyer. */
export const storeGiftCard = {
  entity: giftCard,
  fields: ["id", "code", "value", "balance"],
  relations: ["region"],
};

export const giftCardAnswer = ok({ gift_card: shown("AdminGiftCard", adminGiftCard) });
export const storeGiftCardAnswer = ok({ gift_card: shown("StoreGiftCard", storeGiftCard) });

export const MAX_USES = 100;

export const usesQuery = Type.Object(
  {
    limit: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, default: 20 })),
    offset: optional(Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, default: 0 })),
  },
  { additionalProperties: false },
);

export const usesAnswer = page(
  "transactions",
  Type.Object({
    id: Type.String(),
    amount: Type.Integer({ description: "What the order took, in the smallest unit of the currency." }),
    created_at: Type.String({ format: "date-time" }),
    order_id: Type.String(),
    display_id: Type.Integer({ description: "The number of the order." }),
  }),
);
