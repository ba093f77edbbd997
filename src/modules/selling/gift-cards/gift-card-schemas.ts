import { Type } from "typebox";
import { containing } from "../../../graph/filter.ts";
import { listQuery } from "../../../http/list-query.ts";
import { MAX_INT, type QueryFilter } from "../../../http/query-filters.ts";
import { body, metadata, ok, optional, view } from "../../../http/routes.ts";
import { giftCard, mentions } from "./gift-cards-graph.ts";

const regionId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: "Where the card can be used; its currency is the card's.",
});
const amount = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_INT, description });
const isDisabled = Type.Boolean({ description: "Nobody can pay with a disabled card." });
const endsAt = Type.Unsafe<string | null>({
  type: ["string", "null"],
  format: "moment",
  description: "Nobody can pay with the card from then on; null for no end.",
});

export const newGiftCardBody = body({
  value: amount("In the minor unit of the region's currency."),
  region_id: regionId,
  is_disabled: optional(isDisabled),
  ends_at: optional(endsAt),
  metadata: optional(metadata),
});

export const giftCardChangesBody = body({
  balance: optional(amount("What is left; no more than the value of the card.")),
  region_id: optional(regionId),
  is_disabled: optional(isDisabled),
  ends_at: optional(endsAt),
  metadata: optional(metadata),
});

export const giftCardAnswer = ok({ gift_card: view("gift_card") });

export const adminGiftCard = {
  entity: giftCard,
  fields: Object.keys(giftCard.columns).filter((name) => name !== "order_id"),
  relations: ["region", "order"],
};

const search: QueryFilter = {
  schema: Type.String({
    description: "Searches codes, and the numbers of the orders that cards were bought with.",
  }),
  toFilters: (words) =>
    words === "" ? [] : [{ kind: "custom", condition: mentions, value: containing(words as string) }],
};

export const adminGiftCards = listQuery({
  view: adminGiftCard,
  limit: 50,
  takes: ["order"],
  filters: { q: search },
});

/** What whoever knows the code may see: nothing of who bought it. */
export const storeGiftCard = {
  entity: giftCard,
  fields: ["id", "code", "value", "balance"],
  relations: ["region"],
};
