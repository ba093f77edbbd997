import {
  type Order,
  oneOfParam,
  ownOrderParam,
  pageParam,
  textParam,
  withoutEmpty,
} from "../../../kit/list/search-params.ts";

export const LINE_STATES = ["open", "counted", "different"] as const;

export interface CountLineSearch {
  state?: (typeof LINE_STATES)[number] | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

export const countLineSearch = (given: Record<string, unknown>): CountLineSearch =>
  withoutEmpty<CountLineSearch>({
    state: oneOfParam(given["state"], LINE_STATES),
    q: textParam(given["q"]),
    page: pageParam(given["page"]),
  });

/** The columns that sort the list of counts, with the field of the server. */
export const COUNT_SORTS = { number: "number" } as const;

export interface CountsSearch {
  order?: Order<"number">;
  page?: number;
}

export const countsSearch = (given: Record<string, unknown>): CountsSearch =>
  withoutEmpty<CountsSearch>({
    order: ownOrderParam(given["order"], Object.values(COUNT_SORTS)),
    page: pageParam(given["page"]),
  });
