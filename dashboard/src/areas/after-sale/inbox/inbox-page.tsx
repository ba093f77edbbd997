import { Button, Group, SegmentedControl } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../kit/format/format.ts";
import { PeriodInput } from "../../../kit/inputs/period-input.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { inboxQuery, PAGE_SIZE } from "../returns-queries.ts";
import { INBOX_SORTS, KINDS, type Kind, type ReturnsSearch, VIEWS, viewOf } from "../returns-search.ts";
import { inboxColumns } from "./inbox-columns.tsx";

const kindOf = ({ kind = "return" }: ReturnsSearch) => kind;

export const inboxRoute = createLazyRoute("/shell/returns")({
  component: listPage({
    title: "nav.returns",
    query: inboxQuery,
    rows: ({ rows }) => rows,
    pageSize: PAGE_SIZE,
    useColumns: ({ search }) => useInboxColumns(kindOf(search)),
    phone: ["order", "state", "amount"],
    phoneBelow: ["customer", "date"],
    numbers: ["pieces", "amount"],
    sorts: INBOX_SORTS,
    caption: (search) => `returns.lists.${kindOf(search)}`,
    empty: "returns.none",
    count: "returns.count",
    Filters: ({ list: { search, show } }) => <InboxFilters search={search} onShow={show} />,
  }),
});

function useInboxColumns(kind: Kind) {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => inboxColumns(t, format, kind), [t, format, kind]);
}

interface FilterProps {
  search: ReturnsSearch;
  onShow(search: ReturnsSearch): void;
}

function InboxFilters({ search, onShow }: FilterProps) {
  const { t } = useTranslation();
  const kind = kindOf(search);
  const days = { ...(search.from && { from: search.from }), ...(search.to && { to: search.to }) };
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <SegmentedControl
          aria-label={t("returns.kind")}
          data={KINDS.map((value) => ({ value, label: t(`returns.lists.${value}`) }))}
          value={kind}
          onChange={(value) => onShow({ kind: value as Kind, ...days })}
        />
        <PeriodInput
          label={t("returns.date")}
          from={search.from}
          to={search.to}
          onChange={({ from, to }) =>
            onShow({ kind, view: viewOf(search), ...(from && { from }), ...(to && { to }) })
          }
        />
      </Group>
      <Group gap="xs" role="group" aria-label={t("returns.views")}>
        {VIEWS[kind].map((view) => (
          <Button
            key={view}
            size="compact-md"
            variant={view === viewOf(search) ? "filled" : "default"}
            onClick={() => onShow({ kind, view, ...days })}
          >
            {t(`returns.viewNames.${view}`)}
          </Button>
        ))}
      </Group>
    </>
  );
}
