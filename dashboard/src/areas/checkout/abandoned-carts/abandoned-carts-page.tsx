import { Anchor, Button, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import type { Format } from "../../../kit/format/format.ts";
import { daysFilter } from "../../../kit/inputs/days-filter.tsx";
import type { Features } from "../../../kit/list/features.ts";
import { choiceFilter } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import {
  type CartsSearch,
  CONTACTED,
  cartsQuery,
  IDLE,
  type ListedCart,
  PAGE_SIZE,
  readCsv,
} from "./abandoned-cart-queries.ts";

export const abandonedCartsRoute = createLazyRoute("/shell/abandoned-carts")({
  component: listPage({
    title: "nav.abandonedCarts",
    about: "abandoned.about",
    query: cartsQuery,
    rows: ({ abandoned_carts }) => abandoned_carts,
    pageSize: PAGE_SIZE,
    columns: cartColumns,
    numbers: ["worth"],
    phone: ["customer", "worth", "active"],
    empty: "abandoned.none",
    count: "abandoned.count",
    filters: [
      choiceFilter({
        name: "contacted",
        label: "abandoned.contact",
        values: CONTACTED,
        textOf: (value) => `abandoned.states.${value}`,
      }),
      choiceFilter({
        name: "idle",
        label: "abandoned.idle",
        values: IDLE,
        textOf: (value) => `abandoned.idleFor.${value}`,
      }),
      daysFilter("abandoned.days"),
    ],
    Actions: ExportButton,
  }),
});

const helper = createColumnHelper<Features, ListedCart>();

function cartColumns(t: TFunction, format: Format) {
  return helper.columns([
    helper.display({
      id: "customer",
      header: t("orders.customer"),
      cell: ({ row: { original } }) => (
        <>
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/abandoned-carts/$id" params={{ id: original.id }} />}
          >
            {original.name ?? original.email}
          </Anchor>
          {original.name && (
            <Text size="sm" c="dimmed">
              {original.email}
            </Text>
          )}
        </>
      ),
    }),
    helper.accessor("titles", { id: "goods", header: t("abandoned.goods") }),
    helper.accessor("worth", {
      id: "worth",
      header: t("abandoned.worth"),
      cell: ({ row: { original } }) => format.money(original.worth, original.currency_code),
    }),
    helper.accessor("active_at", {
      id: "active",
      header: t("abandoned.active"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor("contacted_at", {
      id: "contacted",
      header: t("abandoned.contact"),
      cell: ({ getValue }) => (
        <StateBadge color={getValue() ? "green" : "orange"}>
          {t(`abandoned.states.${getValue() ? "contacted" : "open"}`)}
        </StateBadge>
      ),
    }),
  ]);
}

function ExportButton({ list }: { list: { search: CartsSearch; rows: ListedCart[] } }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const action = useAction([]);
  if (!may("personal-data:read")) return null;
  const save = async () => {
    const url = URL.createObjectURL(new Blob([await readCsv(api, list.search)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "abandoned-carts.csv";
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={action.isPending}
      disabled={list.rows.length === 0}
      onClick={() => action.start({ run: save, done: t("abandoned.exported") })}
    >
      {t("abandoned.export")}
    </Button>
  );
}
