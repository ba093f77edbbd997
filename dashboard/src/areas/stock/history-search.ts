import { oneOfParam, pageParam, textParam, withoutEmpty } from "../../kit/list/search-params.ts";

export const REASONS = ["edit", "import", "transfer", "incoming", "count"] as const;

export interface HistorySearch {
  reason?: (typeof REASONS)[number] | undefined;
  /** The id of an item. */
  item?: string | undefined;
  page?: number | undefined;
}

export const historySearch = (given: Record<string, unknown>): HistorySearch =>
  withoutEmpty<HistorySearch>({
    reason: oneOfParam(given["reason"], REASONS),
    item: textParam(given["item"]),
    page: pageParam(given["page"]),
  });
