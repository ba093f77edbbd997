import { Select } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { daysFilter } from "../../../kit/inputs/days-filter.tsx";
import type { FilterProps } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { type AuditEntry, auditQuery, PAGE_SIZE } from "../system-queries.ts";
import type { AuditSearch } from "../system-search.ts";
import { useUserNames } from "../use-user-names.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";
import { subjectsBy } from "./subjects.ts";

export const auditRoute = createLazyRoute("/shell/system/audit")({
  component: listPage({
    title: "nav.audit",
    about: "system.auditAbout",
    query: auditQuery,
    rows: ({ entries }) => entries,
    pageSize: PAGE_SIZE,
    useShared: useOpened,
    useColumns: ({ shared }) => useAuditColumns(shared.open),
    phone: ["occurred_at", "path"],
    empty: "system.noEntries",
    noneFound: "system.noEntryFound",
    count: "system.entryCount",
    filters: [UserFilter, KindFilter, SubjectFilter, daysFilter("system.time")],
    clear: "system.showAll",
    Below: ({ list: { shared } }) => <AuditDrawer entry={shared.opened} onClose={() => shared.open(null)} />,
  }),
});

/** The entry whose details are shown. */
function useOpened() {
  const [opened, open] = useState<AuditEntry | null>(null);
  return { opened, open };
}

function useAuditColumns(onOpen: (entry: AuditEntry) => void) {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => auditColumns({ t, format, onOpen }), [t, format, onOpen]);
}

function UserFilter({ search, change }: FilterProps<AuditSearch>) {
  const { t } = useTranslation();
  const names = useUserNames();
  if (names.size === 0) return null;
  return (
    <Select
      label={t("system.who")}
      placeholder={t("table.all")}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={search.user ?? null}
      onChange={(user) => change({ user })}
      searchable
      clearable
      w={{ base: "100%", sm: 220 }}
    />
  );
}

/** A change or a deletion. */
function KindFilter({ search, change }: FilterProps<AuditSearch>) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("system.kind")}
      placeholder={t("table.all")}
      data={[
        { value: "POST", label: t("system.change") },
        { value: "DELETE", label: t("system.deletion") },
      ]}
      value={search.method ?? null}
      onChange={(method) => change({ method })}
      clearable
      w={{ base: "100%", sm: 140 }}
    />
  );
}

const pathOf = (subject: string) => `/admin/${subject}`;

function SubjectFilter({ search, change }: FilterProps<AuditSearch>) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("system.about")}
      placeholder={t("table.all")}
      data={subjectsBy(t).map(([subject, label]) => ({ value: pathOf(subject), label }))}
      value={search.path ?? null}
      onChange={(path) => change({ path })}
      searchable
      clearable
      w={{ base: "100%", sm: 200 }}
    />
  );
}
