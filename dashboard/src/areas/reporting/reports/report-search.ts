import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { type HomeSearch, homeSearch } from "../home/home-search.ts";

/** The search in the address of a report. */
export interface ReportSearch extends HomeSearch {
  /** Absent: with the period before. */
  compare?: "year" | undefined;
  region?: string | undefined;
  by?: string | undefined;
  interval?: "week" | "month" | undefined;
  q?: string | undefined;
  order?: string | undefined;
  page?: number | undefined;
}

export const reportSearch = (given: Record<string, unknown>): ReportSearch =>
  withoutEmpty<ReportSearch>({
    ...homeSearch(given),
    compare: oneOfParam(given["compare"], ["year"]),
    region: textParam(given["region"]),
    by: textParam(given["by"]),
    interval: oneOfParam(given["interval"], ["week", "month"]),
    q: textParam(given["q"]),
    order: textParam(given["order"]),
    page: pageParam(given["page"]),
  });
