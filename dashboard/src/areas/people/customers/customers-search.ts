import { fieldsParam } from "../../../kit/list/field-filters.ts";
import {
  oneOfParam,
  orderParam,
  pageParam,
  textParam,
  textsParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

const CHANNELS = ["email", "sms"] as const;
type Channel = (typeof CHANNELS)[number];

/** The part of the address that says which customers a list shows. */
export interface CustomersSearch {
  q?: string;
  groups?: string[];
  /** Ids of tags. */
  tags?: string[];
  has_account?: boolean;
  order?: string;
  marketing_consent?: Channel;
  /** Filters by fields of the shop. */
  fields?: string[];
  page?: number;
}

/** The columns that sort the list, with the field of the server. */
export const CUSTOMER_SORTS = { email: "email", since: "created_at" } as const;

export const customersSearch = (given: Record<string, unknown>): CustomersSearch =>
  withoutEmpty<CustomersSearch>({
    q: textParam(given["q"]),
    groups: textsParam(given["groups"]),
    tags: textsParam(given["tags"]),
    has_account: typeof given["has_account"] === "boolean" ? given["has_account"] : undefined,
    order: orderParam(given["order"], Object.values(CUSTOMER_SORTS)),
    marketing_consent: oneOfParam(given["marketing_consent"], CHANNELS),
    fields: fieldsParam(given["fields"]),
    page: pageParam(given["page"]),
  });
