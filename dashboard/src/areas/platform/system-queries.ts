import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { operations, Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";
import { daysBetween } from "../../kit/list/search-params.ts";
import type { AuditSearch, EventSearch, JobSearch } from "./system-search.ts";

type Answer<Name extends keyof operations> = operations[Name]["responses"] extends {
  200: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

export type LoggedEvent = Schemas["Event"];
export type AuditEntry = Answer<"listAdminAuditLog">["entries"][number];
export type Job = Answer<"listAdminJobs">["jobs"][number];
export type JobSchedule = Answer<"listAdminJobSchedules">["schedules"][number];
export type Health = Answer<"getAdminHealth">["health"];

export const PAGE_SIZE = 50;

const offsetOf = (page = 1) => (page - 1) * PAGE_SIZE;

function between(search: { from?: string | undefined; to?: string | undefined }) {
  const { start, end } = daysBetween(search);
  return { ...(start && { since: start }), ...(end && { until: end }) };
}

export const eventsQuery = (api: Api, { event: _, ...search }: EventSearch) =>
  queryOptions({
    queryKey: ["events", search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(search.name && { name: search.name }),
        ...(search.entity && { entity_id: search.entity }),
        ...between(search),
        limit: PAGE_SIZE,
        offset: offsetOf(search.page),
      };
      return (await api.GET("/admin/events", { params: { query } })).data!;
    },
  });

/** Null for an event that was deleted because of its age, or that the user may not read. */
export const eventQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["event", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await api.GET("/admin/events", { params: { query: { id, limit: 1 } } })).data!.events[0] ?? null,
  });

export const auditQuery = (api: Api, search: AuditSearch) =>
  queryOptions({
    queryKey: ["audit", search],
    placeholderData: keepPreviousData,
    async queryFn() {
      const query = {
        ...(search.user && { user_id: search.user }),
        ...(search.method && { method: search.method }),
        ...(search.path && { path: search.path }),
        ...between(search),
        limit: PAGE_SIZE,
        offset: offsetOf(search.page),
      };
      return (await api.GET("/admin/audit-log", { params: { query } })).data!;
    },
  });

/** For names instead of ids. */
export const usersQuery = (api: Api) =>
  queryOptions({
    queryKey: ["users", "names"],
    staleTime: 60_000,
    queryFn: async () => (await api.GET("/admin/users")).data!.users,
  });

/** Jobs announce no events: the page reads them again. */
export const jobsQuery = (api: Api, search: JobSearch) =>
  queryOptions({
    queryKey: ["jobs", search],
    placeholderData: keepPreviousData,
    refetchInterval: 3_000,
    async queryFn() {
      const { state, task } = search;
      const query = {
        ...(state && { state }),
        ...(task && { task }),
        limit: PAGE_SIZE,
        offset: offsetOf(search.page),
      };
      return (await api.GET("/admin/jobs", { params: { query } })).data!;
    },
  });

export const schedulesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["jobs", "schedules"],
    refetchInterval: 30_000,
    queryFn: async () => (await api.GET("/admin/jobs/schedules")).data!.schedules,
  });

export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: ["health"],
    refetchInterval: 5_000,
    queryFn: async () => (await api.GET("/admin/health")).data!.health,
  });
