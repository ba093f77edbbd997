import { fieldsParam } from "../../../../kit/list/field-filters.ts";
import {
  oneOfParam,
  orderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../../kit/list/search-params.ts";

export const DISCOUNT_STATES = ["active", "scheduled", "expired", "used_up", "disabled"] as const;
export type DiscountState = (typeof DISCOUNT_STATES)[number];

export const DISCOUNT_TYPES = ["percentage", "fixed", "free_shipping"] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

export const DISCOUNT_CODES = ["one", "many"] as const;

/** The columns that sort the list, with the field of the server. */
export const DISCOUNT_SORTS = { code: "code" } as const;

/** The part of the address of the page that says which discounts it shows. */
export interface DiscountSearch {
  q?: string;
  state?: DiscountState;
  type?: DiscountType;
  /** Discounts with one code, or dynamic ones with many. */
  codes?: (typeof DISCOUNT_CODES)[number];
  /** Filters by fields of the shop. */
  fields?: string[];
  order?: string;
  page?: number;
}

export const discountSearch = (given: Record<string, unknown>): DiscountSearch =>
  withoutEmpty({
    q: textParam(given["q"]),
    state: oneOfParam(given["state"], DISCOUNT_STATES),
    type: oneOfParam(given["type"], DISCOUNT_TYPES),
    codes: oneOfParam(given["codes"], DISCOUNT_CODES),
    order: orderParam(given["order"], Object.values(DISCOUNT_SORTS)),
    fields: fieldsParam(given["fields"]),
    page: pageParam(given["page"]),
  });
