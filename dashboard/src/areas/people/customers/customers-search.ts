import { pageParam, textParam, textsParam, withoutEmpty } from "../../../kit/list/search-params.ts";

/** The part of the address that says which customers a list shows. */
export interface CustomersSearch {
  q?: string;
  groups?: string[];
  has_account?: boolean;
  page?: number;
}

export const customersSearch = (given: Record<string, unknown>): CustomersSearch =>
  withoutEmpty<CustomersSearch>({
    q: textParam(given["q"]),
    groups: textsParam(given["groups"]),
    has_account: typeof given["has_account"] === "boolean" ? given["has_account"] : undefined,
    page: pageParam(given["page"]),
  });
