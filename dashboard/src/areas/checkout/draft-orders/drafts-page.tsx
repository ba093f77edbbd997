import { Anchor, Button, Group, MultiSelect, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { createColumnHelper, useTable } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { type Format, useFormat } from "../../../kit/format/format.ts";
import { type Features, features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { DRAFT_STATUSES, type DraftsSearch, draftsQuery, PAGE_SIZE } from "./draft-queries.ts";

export const draftsRoute = createLazyRoute("/shell/draft-orders")({ component: DraftsPage });

type Listed = Schemas["AdminListedDraftOrder"];

const NONE: Listed[] = [];
const helper = createColumnHelper<Features, Listed>();

const draftColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "number",
      header: t("drafts.number"),
      cell: ({ row: { original } }) => (
        <Anchor
          fw={600}
          renderRoot={(props) => <Link {...props} to="/draft-orders/$id" params={{ id: original.id }} />}
        >
          {t("drafts.short", { number: original.display_id })}
        </Anchor>
      ),
    }),
    helper.accessor("created_at", {
      id: "date",
      header: t("orders.date"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor((draft) => draft.cart?.email ?? "", { id: "customer", header: t("orders.customer") }),
    helper.accessor("status", {
      id: "status",
      header: t("orders.status"),
      cell: ({ getValue }) => (
        <StateBadge color={getValue() === "open" ? "orange" : "green"}>
          {t(`drafts.status.${getValue()}`)}
        </StateBadge>
      ),
    }),
    helper.display({
      id: "order",
      header: t("orders.number"),
      cell: ({ row: { original } }) =>
        original.order && (
          <Anchor
            renderRoot={(props) => <Link {...props} to="/orders/$id" params={{ id: original.order!.id }} />}
          >
            #{original.order.display_id}
          </Anchor>
        ),
    }),
  ]);

function DraftsPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/draft-orders" });
  const { data, error, isPending } = useQuery(draftsQuery(useApi(), search));
  const columns = useMemo(() => draftColumns(t, format), [t, format]);
  const table = useTable({
    features,
    columns,
    data: data?.draft_orders ?? NONE,
    getRowId: ({ id }) => id,
  });
  const { page: _, ...filters } = search;
  const show = (changed: Partial<Record<keyof DraftsSearch, unknown>>) =>
    navigate({ to: "/draft-orders", search: withoutEmpty(changed) as DraftsSearch });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.drafts")}</PageTitle>
        {may("orders:write") && (
          <Button component={Link} to="/draft-orders/new">
            {t("drafts.new")}
          </Button>
        )}
      </Group>
      <Group align="flex-end" gap="sm">
        <SearchInput
          label={t("orders.find")}
          value={search.q}
          onFind={(q) => show({ ...filters, q: q || undefined })}
        />
        <MultiSelect
          label={t("orders.status")}
          placeholder={search.status ? undefined : t("table.all")}
          data={DRAFT_STATUSES.map((value) => ({ value, label: t(`drafts.status.${value}`) }))}
          value={search.status ?? []}
          onChange={(status) => show({ ...filters, status: status.length > 0 ? status : undefined })}
          clearable
          w={{ base: "100%", sm: 220 }}
        />
      </Group>
      <ListCard
        table={table}
        phone={["number", "date", "status"]}
        caption={t("nav.drafts")}
        error={error}
        isLoading={isPending}
        empty={t("drafts.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("drafts.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}
