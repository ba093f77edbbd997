import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

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
