import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";
import type { ImportsSearch, JobStateFilter } from "./import-search.ts";

export const PAGE_SIZE = 20;

export interface RowError {
  row?: number;
  message?: string;
  code?: string;
}

/** What jobs say about themselves; each kind has a part of it. */
export interface JobResult {
  count?: number;
  advancement_count?: number;
  progress?: number;
  operations?: Record<string, number>;
  refused_count?: number;
  errors?: RowError[];
  rows?: { count: number; done: number };
  file_key?: string;
  file_size?: number;
  stat_descriptors?: { key: string; name: string; message: string }[];
}

export type BatchJob = Omit<Schemas["BatchJob"], "result" | "context"> & {
  result: JobResult | null;
  context: Record<string, unknown> | null;
};

const IS_OVER = ["completed", "failed", "canceled"];

export const isOver = ({ status }: Pick<BatchJob, "status">) => IS_OVER.includes(status);

/** A rehearsal that is finished waits to be confirmed. */
export const isRehearsed = ({ status, dry_run }: Pick<BatchJob, "status" | "dry_run">) =>
  dry_run && status === "pre_processed";

/** The share of the work that is done; undefined before it is known. */
export function progressOf({ status, result }: Pick<BatchJob, "status" | "result">): number | undefined {
  if (status === "completed") return 1;
  const { progress, count = 0, advancement_count: done = 0 } = result ?? {};
  if (progress !== undefined) return progress;
  return count > 0 ? done / count : undefined;
}

const EVER = { gt: "1970-01-01" };
const NEVER = "null" as const;

const FILTERS = {
  completed: { completed_at: EVER },
  failed: { failed_at: EVER },
  canceled: { canceled_at: EVER },
  waiting: {
    pre_processed_at: EVER,
    confirmed_at: NEVER,
    failed_at: NEVER,
    canceled_at: NEVER,
  },
  running: { completed_at: NEVER, failed_at: NEVER, canceled_at: NEVER },
} satisfies Record<JobStateFilter, object>;

const LISTED =
  "id,type,status,dry_run,created_at,completed_at,failed_at,canceled_at,pre_processed_at,confirmed_at,result";

export const batchJobsQuery = (api: Api, { type, state, page = 1 }: ImportsSearch) =>
  queryOptions({
    queryKey: ["batch-jobs", { type, state, page }],
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.jobs.some((job) => !isOver(job) && !isRehearsed(job)) ? 1_000 : false,
    async queryFn() {
      const query = {
        ...(type && { type }),
        ...(state && FILTERS[state]),
        limit: PAGE_SIZE,
        offset: (page - 1) * PAGE_SIZE,
        order: "-created_at",
        fields: LISTED,
      };
      const { data } = await api.GET("/admin/batch-jobs", { params: { query } });
      return { jobs: data!.batch_jobs as BatchJob[], count: data!.count };
    },
  });

export const batchJobQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["batch-job", id],
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) && !isRehearsed(data) ? 500 : false),
    queryFn: async () =>
      (await api.GET("/admin/batch-jobs/{id}", { params: { path: { id } } })).data!.batch_job as BatchJob,
  });

export const priceListsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["price-lists", "names"],
    async queryFn() {
      const query = { limit: 200, fields: "id,name", expand: "" };
      return (await api.GET("/admin/price-lists", { params: { query } })).data!.price_lists;
    },
  });

/** The columns of prices that a file can have: `Price EUR`, `Price Europe [EUR]`. */
export const priceColumnsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["price-columns"],
    staleTime: 60_000,
    async queryFn() {
      const [store, regions] = await Promise.all([
        api.GET("/admin/store"),
        api.GET("/admin/regions", {
          params: { query: { limit: 200, fields: "id,name,currency_code", expand: "" } },
        }),
      ]);
      const currencies = store.data!.store.currencies ?? [];
      return [
        ...currencies.map(({ code }) => `Price ${code.toUpperCase()}`),
        ...regions.data!.regions.map(
          ({ name, currency_code: code }) => `Price ${name} [${code.toUpperCase()}]`,
        ),
      ];
    },
  });

/** The columns of stock that a file can have: `Stock Quay warehouse`. */
export const stockColumnsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["stock-columns"],
    staleTime: 60_000,
    async queryFn() {
      const { data } = await api.GET("/admin/stock-locations", { params: { query: { limit: 200 } } });
      return data!.stock_locations.map(({ name }) => `Stock ${name}`);
    },
  });

/** What the columns of an earlier import meant: null for one that was left out. */
export const meaningsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["batch-job", id, "columns"],
    async queryFn() {
      const { data } = await api.GET("/admin/batch-jobs/{id}", { params: { path: { id } } });
      const columns = (data!.batch_job as BatchJob).context?.["columns"];
      return new Map(Array.isArray(columns) ? (columns as [string, string | null][]) : []);
    },
  });
