import { Alert, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isImport } from "../../../data/import-export/import-types.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FactList } from "../../../kit/detail/fact-list.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type BatchJob, batchJobQuery, isOver, isRehearsed, progressOf } from "../import-queries.ts";
import { JobBadge, useTypeName } from "./job-badge.tsx";
import { JobButtons } from "./job-buttons.tsx";
import { RowErrors } from "./row-errors.tsx";

export const batchJobRoute = createLazyRoute("/shell/imports/$id")({ component: BatchJobPage });

function BatchJobPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const nameOf = useTypeName();
  const { id } = useParams({ from: "/shell/imports/$id" });
  const { data: job, error, refetch } = useQuery(batchJobQuery(useApi(), id));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!job) return <PageLoading />;
  return (
    <Stack maw={960}>
      <BackLink to="/imports">{t("imports.back")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="sm">
            <PageTitle>{nameOf(job.type)}</PageTitle>
            <JobBadge job={job} />
          </Group>
          <Text c="dimmed">
            {[job.context?.["file_name"], format.time(job.created_at)].filter(Boolean).join(" · ")}
          </Text>
        </div>
        {may("import-export:write") && <JobButtons job={job} />}
      </Group>
      <Outcome job={job} />
      <Counts job={job} />
      <RowErrors job={job} />
    </Stack>
  );
}

/** Where the job stands, in a sentence. */
function Outcome({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const { refused_count: refused = 0, rows } = job.result ?? {};
  const withErrors = refused === rows?.count ? "imports.rehearsedInVain" : "imports.rehearsedWithErrors";
  if (isRehearsed(job))
    return (
      <Alert role="status" color={refused > 0 ? "orange" : "green"} title={t("imports.rehearsed")}>
        {t(refused > 0 ? withErrors : "imports.rehearsedWell", { count: refused })}
      </Alert>
    );
  if (!isOver(job)) return <Running job={job} />;
  if (job.status !== "completed")
    return (
      <Alert role="status" color={job.status === "failed" ? "red" : "gray"}>
        {t(job.status === "failed" ? "imports.failed" : "imports.canceled")}
      </Alert>
    );
  return (
    <Alert role="status" color={refused > 0 ? "orange" : "green"}>
      {t(refused > 0 ? "imports.completedWithErrors" : "imports.completed", { count: refused })}
    </Alert>
  );
}

function Running({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = progressOf(job);
  const rows = job.result?.rows;
  const isPreparing = job.status === "created" || job.status === "pre_processed";
  return (
    <Paper withBorder p="md" role="status">
      <Text mb="xs">{t(isPreparing ? "imports.preparing" : "imports.working")}</Text>
      <Progress
        value={isPreparing ? 100 : (share ?? 0) * 100}
        animated={isPreparing}
        striped={isPreparing}
        aria-label={t("imports.progress")}
      />
      {rows && rows.count > 0 && !isPreparing && (
        <Text size="sm" mt="xs">
          {t("imports.rowsDone", { done: format.number(rows.done), all: format.number(rows.count) })}
        </Text>
      )}
    </Paper>
  );
}

const OPERATIONS = [
  "PRODUCT_CREATE",
  "PRODUCT_UPDATE",
  "VARIANT_CREATE",
  "VARIANT_UPDATE",
  "CUSTOMER_CREATE",
  "CUSTOMER_UPDATE",
  "PRICE_LIST_PRICE_CREATE",
] as const;

/** What is, or will be, created and changed. */
function Counts({ job }: { job: BatchJob }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { operations = {}, rows, refused_count, count, file_size } = job.result ?? {};
  const done = OPERATIONS.filter((name) => operations[name] !== undefined);
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t(isRehearsed(job) ? "imports.wouldDo" : "imports.numbers")}
      </Title>
      <FactList
        facts={[
          ...done.map((name) => [t(`imports.operations.${name}`), format.number(operations[name]!)] as const),
          [t("imports.rows"), rows ? format.number(rows.count) : null],
          [t("imports.refusedRows"), isImport(job.type) ? format.number(refused_count ?? 0) : null],
          [t("imports.exported"), !isImport(job.type) && count !== undefined ? format.number(count) : null],
          [t("imports.fileSize"), file_size ? format.bytes(file_size) : null],
          [t("imports.created"), format.time(job.created_at)],
          [t("imports.finished"), job.completed_at && format.time(job.completed_at)],
        ]}
      />
    </Paper>
  );
}
