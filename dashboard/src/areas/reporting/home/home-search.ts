import { dayParam, oneOfParam, textParam, withoutEmpty } from "../../../kit/list/search-params.ts";

export const PERIODS = ["today", "7d", "30d", "90d"] as const;
export type NamedPeriod = (typeof PERIODS)[number];

/** The search in the address of the page: which figures it shows. */
export interface HomeSearch {
  period?: NamedPeriod | undefined;
  from?: string | undefined;
  to?: string | undefined;
  currency?: string | undefined;
}

export const homeSearch = (given: Record<string, unknown>): HomeSearch =>
  withoutEmpty<HomeSearch>({
    period: oneOfParam(given["period"], PERIODS),
    from: dayParam(given["from"]),
    to: dayParam(given["to"]),
    currency: textParam(given["currency"]),
  });

/** One of the named periods, or the days between two dates. */
export type Period = { period: NamedPeriod } | { from: string; to: string };

export const periodOf = ({ period, from, to }: HomeSearch): Period =>
  from !== undefined && to !== undefined ? { from, to } : { period: period ?? "30d" };
