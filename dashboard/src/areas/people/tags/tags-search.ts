import type { TagKind } from "../../../data/people/tag-queries.ts";
import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

export const TAGGED = ["orders", "customers"] as const;

/** The part of the address that says which tags are shown: those of customers without `of`. */
export interface TagsSearch {
  of?: (typeof TAGGED)[number];
  q?: string;
  page?: number;
}

export const kindOf = ({ of }: TagsSearch): TagKind => (of === "orders" ? "order" : "customer");

export const tagsSearch = (given: Record<string, unknown>): TagsSearch =>
  withoutEmpty<TagsSearch>({
    of: oneOfParam(given["of"], TAGGED),
    q: textParam(given["q"]),
    page: pageParam(given["page"]),
  });
