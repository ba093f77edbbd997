import { Anchor, Button } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { nameOfBuyer } from "../../../data/orders/buyer.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { choicesFilter } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { DRAFT_SORTS, DRAFT_STATUSES, draftsQuery, PAGE_SIZE } from "./draft-queries.ts";

export const draftsRoute = createLazyRoute("/shell/draft-orders")({
  component: listPage({
    title: "nav.drafts",
    query: draftsQuery,
    rows: ({ draft_orders }) => draft_orders,
    pageSize: PAGE_SIZE,
    columns: draftColumns,
    phone: ["number", "date", "status"],
    phoneBelow: ["customer"],
    sorts: DRAFT_SORTS,
    empty: "drafts.none",
    count: "drafts.count",
    find: { label: "orders.find" },
    filters: [
      choicesFilter({
        name: "status",
        label: "orders.status",
        values: DRAFT_STATUSES,
        textOf: (value) => `drafts.status.${value}`,
      }),
    ],
    hasFewFilters: true,
    Actions: NewDraft,
  }),
});

type Listed = Schemas["AdminListedDraftOrder"];

const helper = createColumnHelper<Features, Listed>();

function draftColumns(t: TFunction, format: Format) {
  return helper.columns([
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
    helper.accessor(({ cart }) => nameOfBuyer(cart ?? {}), {
      id: "customer",
      header: t("orders.customer"),
    }),
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
}

function NewDraft() {
  const { t } = useTranslation();
  if (!useMay()("orders:write")) return null;
  return (
    <Button component={Link} to="/draft-orders/new">
      {t("drafts.new")}
    </Button>
  );
}
