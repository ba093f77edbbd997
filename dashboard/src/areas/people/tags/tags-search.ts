import type { TagKind } from "../../../data/people/tag-queries.ts";
import {
  oneOfParam,
  orderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export const TAGGED = ["orders", "customers"] as const;

/** The columns that sort the list, with the field of the server. */
export const TAG_SORTS = { name: "name" } as const;
export const USUAL_ORDER = "name";

/** The part of the address that says which tags are shown: those of customers without `of`. */
export interface TagsSearch {
  of?: (typeof TAGGED)[number];
  q?: string;
  order?: string;
  page?: number;
}

export const kindOf = ({ of }: TagsSearch): TagKind => (of === "orders" ? "order" : "customer");

export const tagsSearch = (given: Record<string, unknown>): TagsSearch =>
  withoutEmpty<TagsSearch>({
    of: oneOfParam(given["of"], TAGGED),
    q: textParam(given["q"]),
    order: orderParam(given["order"], Object.values(TAG_SORTS)),
    page: pageParam(given["page"]),
  });
