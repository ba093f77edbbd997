import { Button, Group, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { JOB_TYPES } from "../../../data/import-export/import-types.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { listParam, oneOfParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type BatchJob, batchJobsQuery, PAGE_SIZE } from "../import-queries.ts";
import { type ImportsSearch, type NewImportSearch, STATES } from "../import-search.ts";
import { NewImport } from "../new-import/new-import.tsx";
import { ExportForm } from "./export-form.tsx";
import { useTypeName } from "./job-badge.tsx";
import { jobColumns } from "./job-columns.tsx";

export const importsRoute = createLazyRoute("/shell/imports")({ component: ImportsPage });

const NONE: BatchJob[] = [];

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

function History() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const nameOf = useTypeName();
  const navigate = useNavigate({ from: "/imports" });
  const search = useSearch({ from: "/shell/imports" });
  const { data, error, isPending } = useQuery(batchJobsQuery(api, search));
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language
  const columns = useMemo(() => jobColumns({ t, format, nameOf }), [t, format]);
  const table = useTable({ features, columns, data: data?.jobs ?? NONE, getRowId: ({ id }) => id });
  const { page, ...filters } = search;
  const count = data?.count ?? 0;
  return (
    <>
      <Filters filters={filters} onShow={(shown) => navigate({ search: shown })} />
      <ListCard
        table={table}
        phone={["type", "status", "errors"]}
        caption={t("nav.imports")}
        numbers={["errors"]}
        error={error}
        isLoading={isPending}
        empty={t(Object.keys(filters).length > 0 ? "imports.noneFound" : "imports.none")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={page}
        onPage={(next) => navigate({ search: { ...filters, page: next } })}
      >
        {t("imports.count", { count })}
      </ListFooter>
    </>
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

interface FilterProps {
  filters: ImportsSearch;
  onShow(search: ImportsSearch): void;
}

function Filters({ filters, onShow }: FilterProps) {
  const { t } = useTranslation();
  const nameOf = useTypeName();
  const change = (changed: ImportsSearch) => onShow(withoutEmpty({ ...filters, ...changed }));
  return (
    <FilterBar filters={filters}>
      <MultiSelect
        label={t("imports.type")}
        placeholder={filters.type ? undefined : t("table.all")}
        data={JOB_TYPES.map((value) => ({ value, label: nameOf(value) }))}
        value={filters.type ?? []}
        onChange={(type) => change({ type: listParam(type, JOB_TYPES) })}
        clearable
        w={{ base: "100%", sm: 280 }}
      />
      <Select
        label={t("imports.state")}
        placeholder={t("table.all")}
        data={STATES.map((value) => ({ value, label: t(`imports.stateFilters.${value}`) }))}
        value={filters.state ?? null}
        onChange={(state) => change({ state: oneOfParam(state, STATES) })}
        clearable
        w={{ base: "100%", sm: 220 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("imports.showAll")}
        </Button>
      )}
    </FilterBar>
  );
}
