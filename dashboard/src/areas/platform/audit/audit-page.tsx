import { Button, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { DaysInput } from "../../../kit/inputs/date-inputs.tsx";
import { features } from "../../../kit/list/features.ts";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { oneOfParam, withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type AuditEntry, auditQuery, PAGE_SIZE } from "../system-queries.ts";
import { type AuditSearch, METHODS } from "../system-search.ts";
import { useUserNames } from "../use-user-names.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";

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
