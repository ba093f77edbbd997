import { Anchor, Button, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { locationsQuery } from "../../../data/stock/stock-locations.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { choiceFilter, type FilterProps } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import type { Column } from "../../../kit/list/rows-table.tsx";
import { StockTabs } from "../stock-tabs.tsx";
import { TransferBadge } from "./transfer-badge.tsx";
import { kindOf, type ListedTransfer, TRANSFER_PAGE, transfersQuery } from "./transfer-queries.ts";
import { TRANSFER_KINDS, TRANSFER_STATES, type TransferSearch } from "./transfer-search.ts";

export const transfersRoute = createLazyRoute("/shell/stock/transfers")({
  component: listPage({
    title: "stock.transfers",
    about: "transfers.about",
    query: transfersQuery,
    rows: ({ stock_transfers }) => stock_transfers,
    pageSize: TRANSFER_PAGE,
    useShortColumns: useTransferColumns,
    empty: "transfers.none",
    noneFound: "transfers.noneFound",
    count: "transfers.count",
    filters: [
      choiceFilter({
        name: "kind",
        label: "transfers.kind",
        values: TRANSFER_KINDS,
        textOf: (kind) => `transfers.kinds.${kind}`,
      }),
      choiceFilter({
        name: "state",
        label: "transfers.state",
        values: TRANSFER_STATES,
        textOf: (state) => `transfers.states.${state}`,
      }),
      LocationChoice,
    ],
    Above: StockTabs,
    Actions: NewTransfers,
  }),
});

function LocationChoice({ search, change }: FilterProps<TransferSearch>) {
  const { t } = useTranslation();
  const { data: locations = [] } = useQuery(locationsQuery(useApi()));
  return (
    <Select
      label={t("stock.location")}
      placeholder={t("table.all")}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      value={search.location ?? null}
      onChange={(location) => change({ location })}
      clearable
      w={{ base: "100%", sm: 220 }}
    />
  );
}

function NewTransfers() {
  const { t } = useTranslation();
  const may = useMay();
  const { data: locations } = useQuery(locationsQuery(useApi()));
  if (!may("stock:write") || !locations) return null;
  if (locations.length === 0) return <Text c="dimmed">{t("transfers.needsLocations")}</Text>;
  const button = (kind: (typeof TRANSFER_KINDS)[number]) => (
    <Button
      key={kind}
      variant={kind === "transfer" ? "filled" : "default"}
      renderRoot={(props) => <Link {...props} to="/stock/transfers/new" search={{ kind }} />}
    >
      {t(`transfers.new.${kind}`)}
    </Button>
  );
  // Goods move between two locations.
  return (
    <Group gap="xs">
      {TRANSFER_KINDS.filter((kind) => kind === "incoming" || locations.length > 1).map(button)}
    </Group>
  );
}

function useTransferColumns(): Column<ListedTransfer>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "number",
        header: t("transfers.number"),
        cell: ({ id, number }) => (
          <Anchor
            fw={600}
            renderRoot={(props) => <Link {...props} to="/stock/transfers/$id" params={{ id }} />}
          >
            {t("transfers.name", { number })}
          </Anchor>
        ),
      },
      {
        id: "from",
        header: t("transfers.from"),
        cell: (transfer) =>
          kindOf(transfer) === "incoming"
            ? (transfer.supplier ?? t("transfers.supplier"))
            : (transfer.from_location?.name ?? "–"),
      },
      { id: "to", header: t("transfers.to"), cell: ({ to_location }) => to_location?.name ?? "–" },
      {
        id: "state",
        header: t("transfers.state"),
        cell: (transfer) => <TransferBadge transfer={transfer} />,
      },
      {
        id: "pieces",
        isWide: true,
        header: t("transfers.pieces"),
        cell: ({ quantity }) => format.number(quantity),
      },
      {
        id: "expected",
        isWide: true,
        header: t("transfers.expected"),
        cell: ({ expected_at }) => format.date(expected_at),
      },
      {
        id: "created",
        isWide: true,
        header: t("transfers.created"),
        cell: ({ created_at }) => format.date(created_at),
      },
    ],
    [t, format],
  );
}
