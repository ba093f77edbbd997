import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { choiceFilter, textFilter } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { type Job, jobsQuery, PAGE_SIZE } from "../system-queries.ts";
import { JOB_STATES } from "../system-search.ts";
import { jobColumns } from "./job-columns.tsx";
import { ScheduleList } from "./schedule-list.tsx";

export const jobsRoute = createLazyRoute("/shell/system/jobs")({
  component: listPage({
    title: "nav.jobs",
    about: "system.jobsAbout",
    query: jobsQuery,
    rows: ({ jobs }) => jobs,
    pageSize: PAGE_SIZE,
    useColumns: useJobColumns,
    phone: ["task", "state", "retry"],
    empty: "system.noJobs",
    noneFound: "system.noJobFound",
    count: "system.jobCount",
    filters: [
      choiceFilter({
        name: "state",
        label: "system.state",
        values: JOB_STATES,
        textOf: (value) => `system.jobStates.${value}`,
        width: 200,
      }),
      textFilter({ name: "task", label: "system.task" }),
    ],
    hasFewFilters: true,
    Below: ScheduleList,
  }),
});

function useJobColumns() {
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
    const remove = ({ id, task }: Job) =>
      start({
        question: {
          title: t("system.deleteJobTitle"),
          text: t("system.deleteJobText", { task }),
          confirm: t("system.deleteJob"),
        },
        run: () => api.DELETE("/admin/jobs/{id}", { params: { path: { id } } }),
        done: t("system.jobDeleted"),
      });
    return jobColumns({ t, format, canRetry, isBusy, onRetry: retry, onDelete: remove });
  }, [t, api, format, canRetry, isBusy]);
}
