import { orderParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

/** The columns that sort the list, with the field of the server. */
export const GIFT_CARD_SORTS = { code: "code", date: "created_at" } as const;

/** The part of the address of the page that says which gift cards it shows. */
export interface GiftCardSearch {
  q?: string;
  order?: string;
  page?: number;
}

export const giftCardSearch = (given: Record<string, unknown>): GiftCardSearch =>
  withoutEmpty({
    q: textParam(given["q"]),
    order: orderParam(given["order"], Object.values(GIFT_CARD_SORTS)),
    page: pageParam(given["page"]),
  });
