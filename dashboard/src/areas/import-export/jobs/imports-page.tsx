import { Button, Group, MultiSelect, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { JOB_TYPES } from "../../../data/import-export/import-types.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { choiceFilter, type FilterProps } from "../../../kit/list/filters.tsx";
import { listPart } from "../../../kit/list/list-page.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { batchJobsQuery, PAGE_SIZE } from "../import-queries.ts";
import { type ImportsSearch, type NewImportSearch, STATES } from "../import-search.ts";
import { NewImport } from "../new-import/new-import.tsx";
import { ExportForm } from "./export-form.tsx";
import { useTypeName } from "./job-badge.tsx";
import { jobColumns } from "./job-columns.tsx";

export const importsRoute = createLazyRoute("/shell/imports")({ component: ImportsPage });

/** A file for an import can be dropped here at once; the list is what was imported and exported before. */
function ImportsPage() {
  const { t } = useTranslation();
  const mayChange = useMay()("import-export:write");
  const [begun, setBegun] = useState<NewImportSearch>({});
  const [hasFile, setHasFile] = useState(false);
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.imports")}</PageTitle>
        {mayChange && <ExportButton />}
      </Group>
      <Text maw={640}>{t("imports.about")}</Text>
      {mayChange && <NewImport search={begun} onChange={setBegun} onFile={() => setHasFile(true)} />}
      {!hasFile && <History />}
    </Stack>
  );
}

const History = listPart({
  title: "nav.imports",
  query: batchJobsQuery,
  rows: ({ jobs }) => jobs,
  pageSize: PAGE_SIZE,
  useColumns: useJobColumns,
  phone: ["type", "status", "errors"],
  numbers: ["errors"],
  empty: "imports.none",
  noneFound: "imports.noneFound",
  count: "imports.count",
  filters: [
    TypeFilter,
    choiceFilter({
      name: "state",
      label: "imports.state",
      values: STATES,
      textOf: (value) => `imports.stateFilters.${value}`,
      width: 220,
    }),
  ],
  clear: "imports.showAll",
});

function useJobColumns() {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useTypeName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language
  return useMemo(() => jobColumns({ t, format, nameOf }), [t, format]);
}

function TypeFilter({ search, change }: FilterProps<ImportsSearch>) {
  const { t } = useTranslation();
  const nameOf = useTypeName();
  return (
    <MultiSelect
      label={t("imports.type")}
      placeholder={search.type ? undefined : t("table.all")}
      data={JOB_TYPES.map((value) => ({ value, label: nameOf(value) }))}
      value={search.type ?? []}
      onChange={(type) => change({ type: type.length > 0 ? type : undefined })}
      clearable
      w={{ base: "100%", sm: 280 }}
    />
  );
}

function ExportButton() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t("imports.newExport")}
      </Button>
      <FormDialog title={t("imports.newExport")} opened={isOpen} onClose={() => setIsOpen(false)}>
        <ExportForm />
      </FormDialog>
    </>
  );
}
