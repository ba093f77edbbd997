import { Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { oneOfParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type Job, jobsQuery, PAGE_SIZE } from "../system-queries.ts";
import { JOB_STATES, type JobSearch } from "../system-search.ts";
import { jobColumns } from "./job-columns.tsx";

export const jobsRoute = createLazyRoute("/shell/system/jobs")({ component: JobsPage });

const NONE: Job[] = [];

function JobsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate({ from: "/system/jobs" });
  const search = useSearch({ from: "/shell/system/jobs" });
  const { data, error, isPending } = useQuery(jobsQuery(api, search));
  const columns = useColumns();
  const table = useTable({ features, columns, data: data?.jobs ?? NONE, getRowId: ({ id }) => id });
  const count = data?.count ?? 0;
  const { page: _, ...filters } = search;
  const change = (changed: JobSearch) => navigate({ search: withoutEmpty({ ...filters, ...changed }) });
  return (
    <Stack>
      <PageTitle>{t("nav.jobs")}</PageTitle>
      <Text maw={640}>{t("system.jobsAbout")}</Text>
      <Group align="flex-end" gap="sm">
        <Select
          label={t("system.state")}
          placeholder={t("table.all")}
          data={JOB_STATES.map((value) => ({ value, label: t(`system.jobStates.${value}`) }))}
          value={search.state ?? null}
          onChange={(state) => change({ state: oneOfParam(state, JOB_STATES) })}
          clearable
          w={{ base: "100%", sm: 200 }}
        />
        <SearchInput label={t("system.task")} value={search.task} onFind={(task) => change({ task })} />
      </Group>
      <ListCard
        table={table}
        phone={["task", "state", "retry"]}
        caption={t("nav.jobs")}
        error={error}
        isLoading={isPending}
        empty={t(Object.keys(filters).length > 0 ? "system.noJobFound" : "system.noJobs")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => navigate({ search: { ...search, page } })}
      >
        {t("system.jobCount", { count })}
      </ListFooter>
    </Stack>
  );
}

function useColumns() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const canRetry = useMay()("jobs:write");
  const { start, isPending: isBusy } = useAction(["jobs", "analytics", "health"]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` does the same in every render
  return useMemo(() => {
    const retry = ({ id }: Job) =>
      start({
        run: () => api.POST("/admin/jobs/{id}/retry", { params: { path: { id } } }),
        done: t("system.retried"),
      });
    return jobColumns({ t, format, canRetry, isBusy, onRetry: retry });
  }, [t, api, format, canRetry, isBusy]);
}
