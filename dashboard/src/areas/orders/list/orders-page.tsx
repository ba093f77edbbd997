import { Group, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useSearch } from "@tanstack/react-router";
import { type RowSelectionState, useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ColumnChoice, useChosenColumns } from "../../../kit/list/column-choice.tsx";
import { features } from "../../../kit/list/features.ts";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ExportButton } from "./export-button.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { CHOSEN_COLUMNS, type ListedOrder, orderColumns } from "./order-columns.tsx";
import { OrderFilters, SEARCH_FIELD } from "./order-filters.tsx";
import type { OrderSearch } from "./order-search.ts";
import { OrderViews } from "./order-views.tsx";
import { ordersQuery, PAGE_SIZE } from "./orders-query.ts";

export const ordersRoute = createLazyRoute("/shell/orders")({ component: OrdersPage });

const NONE: ListedOrder[] = [];

function OrdersPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/orders" });
  const { data, error, isFetching } = useQuery(ordersQuery(api, search));
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const { visibility, choose } = useChosenColumns("orders", ["country", "status"]);
  const columns = useMemo(() => orderColumns(t, format), [t, format]);
  const orders = data?.orders ?? NONE;
  const table = useTable({
    features,
    columns,
    data: orders,
    getRowId: ({ id }) => id,
    state: { rowSelection, columnVisibility: visibility },
    onRowSelectionChange: setRowSelection,
  });
  const active = useKeyboard(orders, {
    open: (id) => navigate({ to: "/orders/$id", params: { id } }),
    select: (id) => table.getRow(id).toggleSelected(),
  });
  const show = (changed: OrderSearch) => {
    setRowSelection({});
    return navigate({ to: "/orders", search: changed });
  };
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.orders")}</PageTitle>
        <Group gap="xs">
          <ExportButton search={search} />
          <ColumnChoice
            columns={CHOSEN_COLUMNS.map((id) => ({ id, label: t(`orders.${id}`) }))}
            visibility={visibility}
            onChoose={choose}
          />
          <KeyboardHelp />
        </Group>
      </Group>
      <OrderViews search={search} onShow={show} />
      <OrderFilters search={search} onShow={show} />
      <BulkBar
        ids={Object.keys(rowSelection)}
        nameOf={(id) => `#${orders.find((order) => order.id === id)?.display_id}`}
        onDone={(failed) => setRowSelection(Object.fromEntries(failed.map((id) => [id, true])))}
      />
      <ListCard
        table={table}
        caption={t("nav.orders")}
        numbers={["total"]}
        phone={["select", "number", "fulfillment", "total"]}
        activeRow={active}
        error={error}
        isLoading={isFetching && !data}
        empty={t(Object.keys(search).length > 0 ? "orders.noneFound" : "orders.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("orders.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}

/** What the keys do with the order that the keyboard is at. */
interface OnKeys {
  open(id: string): void;
  select(id: string): void;
}

/** j and k move through the list, Enter opens an order, x selects it, / goes to the search. */
function useKeyboard(orders: readonly ListedOrder[], { open, select }: OnKeys): number {
  const [active, setActive] = useState(-1);
  const move = (by: number) => setActive((place) => Math.min(orders.length - 1, Math.max(0, place + by)));
  const withActive = (act: (id: string) => void) => () => {
    const order = orders[active];
    if (order) act(order.id);
  };
  useHotkeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["Enter", withActive(open)],
    ["x", withActive(select)],
    ["/", () => document.getElementById(SEARCH_FIELD)?.focus()],
  ]);
  return active;
}
