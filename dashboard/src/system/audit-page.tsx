import { Button, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { DaysInput } from "../form/date-inputs.tsx";
import { useFormat } from "../format/format.ts";
import { PageTitle } from "../shell/page-title.tsx";
import { features } from "../table/features.ts";
import { FilterBar } from "../table/filter-bar.tsx";
import { ListCard } from "../table/list-card.tsx";
import { ListFooter } from "../table/list-footer.tsx";
import { SearchInput } from "../table/search-input.tsx";
import { oneOfParam, withoutEmpty } from "../table/search-params.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";
import { type AuditEntry, auditQuery, PAGE_SIZE } from "./system-queries.ts";
import { type AuditSearch, METHODS } from "./system-search.ts";
import { useUserNames } from "./use-user-names.ts";

export const auditRoute = createLazyRoute("/shell/system/audit")({ component: AuditPage });

const NONE: AuditEntry[] = [];

function AuditPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const navigate = useNavigate({ from: "/system/audit" });
  const search = useSearch({ from: "/shell/system/audit" });
  const { data, error, isPending } = useQuery(auditQuery(api, search));
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const columns = useMemo(() => auditColumns({ t, format, onOpen: setOpened }), [t, format]);
  const table = useTable({ features, columns, data: data?.entries ?? NONE, getRowId: ({ id }) => id });
  const count = data?.count ?? 0;
  return (
    <Stack>
      <PageTitle>{t("nav.audit")}</PageTitle>
      <Text maw={640}>{t("system.auditAbout")}</Text>
      <AuditFilters search={search} onShow={(shown) => navigate({ search: shown })} />
      <ListCard
        table={table}
        phone={["occurred_at", "path"]}
        caption={t("nav.audit")}
        error={error}
        isLoading={isPending}
        empty={t(Object.keys(search).length > 0 ? "system.noEntryFound" : "system.noEntries")}
      />
      <ListFooter
        count={count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => navigate({ search: { ...search, page } })}
      >
        {t("system.entryCount", { count })}
      </ListFooter>
      <AuditDrawer entry={opened} onClose={() => setOpened(null)} />
    </Stack>
  );
}

interface FilterProps {
  search: AuditSearch;
  onShow(search: AuditSearch): void;
}

function AuditFilters({ search, onShow }: FilterProps) {
  const { t } = useTranslation();
  const names = useUserNames();
  const { page: _, ...filters } = search;
  const change = (changed: AuditSearch) => onShow(withoutEmpty({ ...filters, ...changed }));
  return (
    <FilterBar filters={filters}>
      {names.size > 0 && (
        <Select
          label={t("system.who")}
          placeholder={t("table.all")}
          data={[...names].map(([value, label]) => ({ value, label }))}
          value={search.user ?? null}
          onChange={(user) => change({ user: user ?? undefined })}
          searchable
          clearable
          w={{ base: "100%", sm: 220 }}
        />
      )}
      <Select
        label={t("system.method")}
        placeholder={t("table.all")}
        data={METHODS}
        value={search.method ?? null}
        onChange={(method) => change({ method: oneOfParam(method, METHODS) })}
        clearable
        w={{ base: "100%", sm: 120 }}
      />
      <SearchInput
        label={t("system.pathStart")}
        placeholder="/admin/orders"
        value={search.path}
        onFind={(path) => change({ path })}
      />
      <DaysInput
        label={t("system.time")}
        value={[search.from ?? null, search.to ?? null]}
        onChange={([from, to]) => change({ from: from ?? undefined, to: to ?? undefined })}
        clearable
        w={{ base: "100%", sm: 230 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("system.showAll")}
        </Button>
      )}
    </FilterBar>
  );
}
