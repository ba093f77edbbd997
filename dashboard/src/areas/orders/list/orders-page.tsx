import { Group } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { createLazyRoute, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { List } from "../../../kit/list/list-declaration.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ExportButton } from "./export-button.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { CHOSEN_COLUMNS, type ListedOrder, orderColumns } from "./order-columns.tsx";
import { OrderFilters, SEARCH_FIELD } from "./order-filters.tsx";
import type { OrderSearch } from "./order-search.ts";
import { OrderViews } from "./order-views.tsx";
import { ordersQuery, PAGE_SIZE } from "./orders-query.ts";

type Orders = List<OrderSearch, ListedOrder>;

export const ordersRoute = createLazyRoute("/shell/orders")({
  component: listPage({
    title: "nav.orders",
    query: ordersQuery,
    rows: ({ orders }) => orders,
    pageSize: PAGE_SIZE,
    columns: orderColumns,
    numbers: ["total"],
    phone: ["select", "number", "fulfillment", "total"],
    choice: {
      list: "orders",
      columns: CHOSEN_COLUMNS.map((id) => ({ id, label: `orders.${id}` as const })),
      hidden: ["country", "status"],
    },
    useActiveRow: useKeyboard,
    empty: "orders.none",
    noneFound: "orders.noneFound",
    count: "orders.count",
    Filters: ({ list: { search, show } }) => (
      <>
        <OrderViews search={search} onShow={show} />
        <OrderFilters search={search} onShow={show} />
      </>
    ),
    Actions: ({ list }) => (
      <Group gap="xs">
        <ExportButton search={list.search} />
        {list.columnChoice}
        <KeyboardHelp />
      </Group>
    ),
    Bulk: ({ list }) => (
      <BulkBar
        ids={list.selected}
        nameOf={(id) => `#${list.rows.find((order) => order.id === id)?.display_id}`}
        onDone={list.select}
      />
    ),
  }),
});

/** j and k move through the list, Enter opens an order, x selects it, / goes to the search. */
function useKeyboard({ rows, toggle }: Orders): number {
  const navigate = useNavigate();
  const [active, setActive] = useState(-1);
  const move = (by: number) => setActive((place) => Math.min(rows.length - 1, Math.max(0, place + by)));
  const withActive = (act: (id: string) => void) => () => {
    const order = rows[active];
    if (order) act(order.id);
  };
  useHotkeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["Enter", withActive((id) => void navigate({ to: "/orders/$id", params: { id } }))],
    ["x", withActive(toggle)],
    ["/", () => document.getElementById(SEARCH_FIELD)?.focus()],
  ]);
  return active;
}
