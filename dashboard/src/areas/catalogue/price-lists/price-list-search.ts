import {
  oneOfParam,
  orderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export const PRICE_LIST_TYPES = ["sale", "override"] as const;
export const PRICE_LIST_STATUSES = ["active", "draft"] as const;

/** The columns that sort the list, with the field of the server. */
export const PRICE_LIST_SORTS = { name: "name", starts: "starts_at", ends: "ends_at" } as const;

/** The part of the address of the page that says which price lists it shows. */
export interface PriceListSearch {
  q?: string;
  type?: (typeof PRICE_LIST_TYPES)[number];
  status?: (typeof PRICE_LIST_STATUSES)[number];
  order?: string;
  page?: number;
}

export const priceListSearch = (given: Record<string, unknown>): PriceListSearch =>
  withoutEmpty({
    q: textParam(given["q"]),
    type: oneOfParam(given["type"], PRICE_LIST_TYPES),
    status: oneOfParam(given["status"], PRICE_LIST_STATUSES),
    order: orderParam(given["order"], Object.values(PRICE_LIST_SORTS)),
    page: pageParam(given["page"]),
  });
