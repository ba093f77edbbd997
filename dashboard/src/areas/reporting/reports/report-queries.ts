import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../kit/api/api.ts";
import { periodOf } from "../home/home-search.ts";
import { type Figure, type KindName, kindOf } from "./report-kinds.ts";
import type { ReportSearch } from "./report-search.ts";

export const PAGE_SIZE = 50;

export type Figures = Partial<Record<Figure, number>>;

/** A row of any report, as its route answers it. */
export interface AnsweredRow {
  id?: string | null;
  name?: string | null;
  country_code?: string | null;
  rate?: number | null;
  region_id?: string | null;
  region_name?: string | null;
  from?: string;
  to?: string;
  customer_id?: string;
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  orders?: number;
  sales?: number;
  refunds?: number;
  revenue?: number;
  product_id?: string | null;
  sku?: string | null;
  location_name?: string | null;
  current: Figures;
  /** Null if it is not known. */
  compared: Figures | null;
}

interface AnsweredPeriod {
  from: string;
  to: string;
}

export interface AnsweredReport {
  period: AnsweredPeriod;
  compared_period: AnsweredPeriod;
  currency_code: string;
  currencies: string[];
  pending_orders: number;
  rows: AnsweredRow[];
  totals?: { current: Figures; compared: Figures };
  /** When the stock was counted; null if it was not yet. */
  counted_at?: string | null;
  /** All rows at once have none. */
  count?: number;
}

const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the server gets. A report that does not know a part of the address leaves it out. */
function parametersOf(name: KindName, search: ReportSearch) {
  const kind = kindOf(name);
  return {
    ...periodOf(search),
    timezone,
    ...(search.currency && { currency_code: search.currency }),
    ...(search.compare && { compare: search.compare }),
    ...(kind.hasRegion && search.region && { region_id: search.region }),
    ...(kind.by?.includes(search.by ?? "") && { by: search.by }),
    ...(kind.hasSearch && search.q && { q: search.q }),
    ...(name === "sales" && search.interval && { interval: search.interval }),
    ...(kind.sorted?.length !== 0 && name !== "sales" && search.order && { order: search.order }),
  };
}

/** The routes of reports have different rows. The types of each would make the page a page for each. */
type AnyGet = (
  path: string,
  options: { params: { query: object }; parseAs?: "blob" },
) => Promise<{ data?: unknown }>;

export const reportQuery = (api: Api, name: KindName, search: ReportSearch) =>
  queryOptions({
    queryKey: ["reports", name, parametersOf(name, search), name === "sales" ? 1 : (search.page ?? 1)],
    placeholderData: keepPreviousData,
    async queryFn() {
      const page = { limit: PAGE_SIZE, offset: ((search.page ?? 1) - 1) * PAGE_SIZE };
      const query = { ...parametersOf(name, search), ...(name !== "sales" && page) };
      const { data } = await (api.GET as AnyGet)(`/admin/reports/${name}`, { params: { query } });
      return data as AnsweredReport;
    },
  });

/** The whole report as a file. */
export async function readReportFile(api: Api, name: KindName, search: ReportSearch): Promise<Blob> {
  const { data } = await (api.GET as AnyGet)(`/admin/reports/${name}/csv`, {
    params: { query: parametersOf(name, search) },
    parseAs: "blob",
  });
  return data as Blob;
}
