import { pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

/** The part of the address of the page that says which gift cards it shows. */
export interface GiftCardSearch {
  q?: string;
  page?: number;
}

export const giftCardSearch = (given: Record<string, unknown>): GiftCardSearch =>
  withoutEmpty({ q: textParam(given["q"]), page: pageParam(given["page"]) });
