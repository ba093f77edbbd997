import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { ReportFilters } from "./report-filters.tsx";
import { type KindName, kindOf } from "./report-kinds.ts";
import { type AnsweredReport, PAGE_SIZE, readReportFile, reportQuery } from "./report-queries.ts";
import { daysText, pageOf, rowsOf, withShares } from "./report-rows.ts";
import type { ReportSearch } from "./report-search.ts";
import { ReportTable } from "./report-table.tsx";

// The library for charts is larger than the rest of the page: it comes after the table.
const ReportChart = lazy(() => import("./report-chart.tsx"));

export const reportRoute = createLazyRoute("/shell/reports/$kind")({ component: ReportPage });

function ReportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = useParams({ from: "/shell/reports/$kind" }).kind as KindName;
  const search = useSearch({ from: "/shell/reports/$kind" });
  const api = useApi();
  const { data, error, refetch } = useQuery(reportQuery(api, name, search));
  const show = (changed: ReportSearch) =>
    void navigate({ to: "/reports/$kind", params: { kind: name }, search: withoutEmpty(changed) });
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  return (
    <Stack>
      <BackLink to="/reports">{t("nav.reports")}</BackLink>
      <Group justify="space-between">
        <PageTitle>{t(`reports.names.${name}`)}</PageTitle>
        <SaveButton name={name} search={search} period={data?.period} />
      </Group>
      <Text c="dimmed" maw={720}>
        {t(`reports.about.${name}`)}
      </Text>
      <ReportFilters
        name={name}
        search={search}
        change={(changed) => show({ ...search, page: undefined, ...changed })}
        currency={data?.currency_code}
        currencies={data?.currencies ?? []}
      />
      {data ? <Report name={name} data={data} search={search} show={show} /> : <Skeleton h={420} />}
    </Stack>
  );
}

interface ReportProps {
  name: KindName;
  data: AnsweredReport;
  search: ReportSearch;
  show(search: ReportSearch): void;
}

function Report({ name, data, search, show }: ReportProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const words = { t, language: i18n.language };
  const rows = rowsOf(name, data.rows, { search, ...words });
  const count = data.count ?? data.rows.length;
  const shown = name === "sales" ? pageOf(rows, search) : rows;
  return (
    <>
      <Text size="sm">
        {t("reports.compared", {
          period: daysText(data.period, i18n.language),
          before: daysText(data.compared_period, i18n.language),
        })}
      </Text>
      {data.counted_at && (
        <Text size="sm">{t("reports.counted", { time: format.time(data.counted_at) })}</Text>
      )}
      {data.pending_orders > 0 && (
        <Text size="sm" role="status">
          {t("reports.pending", { count: data.pending_orders })}
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed">{t(search.q || search.region ? "reports.noneFound" : "reports.none")}</Text>
      ) : (
        <>
          <Paper withBorder p="md">
            <Suspense fallback={<Skeleton h={260} />}>
              <ReportChart
                name={name}
                currency={data.currency_code}
                rows={rows}
                isYearBefore={search.compare === "year"}
              />
            </Suspense>
          </Paper>
          <ReportTable
            name={name}
            caption={t(`reports.names.${name}`)}
            currency={data.currency_code}
            rows={shown}
            totals={data.totals && { ...data.totals, current: withShares(data.totals.current) }}
            order={search.order}
            onOrder={(order) => show({ ...search, page: undefined, order })}
          />
        </>
      )}
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page: page > 1 ? page : undefined })}
      >
        {t("reports.count", { count })}
      </ListFooter>
    </>
  );
}

interface SaveProps {
  name: KindName;
  search: ReportSearch;
  period: { from: string; to: string } | undefined;
}

/** All rows, not only those of the page. */
function SaveButton({ name, search, period }: SaveProps) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { start, isPending } = useAction([]);
  const { needsToSave } = kindOf(name);
  if (needsToSave && !may(needsToSave)) return null;
  const save = async () => {
    const url = URL.createObjectURL(await readReportFile(api, name, search));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${name}-${period?.from}-${period?.to}.csv`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={isPending}
      onClick={() => start({ run: save, done: t("reports.saved") })}
    >
      {t("reports.save")}
    </Button>
  );
}
