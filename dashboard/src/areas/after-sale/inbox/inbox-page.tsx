import { Button, Group, SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { DaysInput } from "../../../kit/inputs/date-inputs.tsx";
import { features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { type InboxRow, inboxQuery, PAGE_SIZE } from "../returns-queries.ts";
import { KINDS, type Kind, type ReturnsSearch, VIEWS, viewOf } from "../returns-search.ts";
import { inboxColumns } from "./inbox-columns.tsx";

export const inboxRoute = createLazyRoute("/shell/returns")({ component: InboxPage });

const NONE: InboxRow[] = [];

function InboxPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/returns" });
  const { data, error, isFetching } = useQuery(inboxQuery(useApi(), search));
  const kind = search.kind ?? "return";
  const columns = useMemo(() => inboxColumns(t, format, kind), [t, format, kind]);
  const rows = data?.rows ?? NONE;
  const table = useTable({ features, columns, data: rows, getRowId: ({ id }) => id });
  const show = (changed: ReturnsSearch) => navigate({ to: "/returns", search: changed });
  return (
    <Stack>
      <PageTitle>{t("nav.returns")}</PageTitle>
      <InboxFilters search={search} onShow={show} />
      <ListCard
        table={table}
        caption={t(`returns.lists.${kind}`)}
        phone={["order", "state", "amount"]}
        numbers={["pieces", "amount"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t("returns.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("returns.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}

interface FilterProps {
  search: ReturnsSearch;
  onShow(search: ReturnsSearch): void;
}

function InboxFilters({ search, onShow }: FilterProps) {
  const { t } = useTranslation();
  const kind = search.kind ?? "return";
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
        <DaysInput
          label={t("returns.date")}
          value={[search.from ?? null, search.to ?? null]}
          onChange={([from, to]) =>
            onShow({ kind, view: viewOf(search), ...(from && { from }), ...(to && { to }) })
          }
          clearable
          w={{ base: "100%", sm: 230 }}
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
