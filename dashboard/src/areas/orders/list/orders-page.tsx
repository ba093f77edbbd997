import { Group } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { ExportButton } from "../../../data/import-export/export-button.tsx";
import { NEEDED } from "../../../data/import-export/import-types.ts";
import { OPEN_ORDERS } from "../../../data/orders/order-statuses.ts";
import { useListFields } from "../../../data/platform/custom-fields/list-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { OrdersBulk } from "./bulk-bar.tsx";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { CHOSEN_COLUMNS, orderColumns } from "./order-columns.tsx";
import { OrderFilters } from "./order-filters.tsx";
import { ORDER_SORTS, type OrderSearch } from "./order-search.ts";
import { filtersOf, ordersQuery, PAGE_SIZE } from "./orders-query.ts";

export const ordersRoute = createLazyRoute("/shell/orders")({
  component: listPage({
    title: "nav.orders",
    query: (api, search: OrderSearch, { fields }) => ordersQuery(api, search, fields),
    extended: "orders",
    useFields: () => useListFields("order"),
    rows: ({ orders }) => orders,
    pageSize: PAGE_SIZE,
    columns: orderColumns,
    numbers: ["total"],
    phone: ["select", "number", "total"],
    phoneBelow: ["customer", "date", "payment", "fulfillment"],
    sorts: ORDER_SORTS,
    choice: {
      list: "orders",
      columns: CHOSEN_COLUMNS.map((id) => ({ id, label: `orders.${id}` as const })),
      hidden: ["country", "status", "assignee"],
    },
    empty: "orders.none",
    noneFound: "orders.noneFound",
    count: "orders.count",
    views: [
      { name: "orders.viewNames.all", search: {} },
      { name: "orders.viewNames.toCapture", search: OPEN_ORDERS.toCapture },
      { name: "orders.viewNames.toPack", search: OPEN_ORDERS.toPack },
      { name: "orders.viewNames.toShip", search: OPEN_ORDERS.toShip },
    ],
    Filters: ({ list: { search, show, fieldFilters } }) => (
      <OrderFilters search={search} onShow={show} fieldFilters={fieldFilters} />
    ),
    Actions: ({ list }) => (
      <Group gap="xs">
        <OrdersExport search={list.search} />
        {list.columnChoice}
        <KeyboardHelp />
      </Group>
    ),
    Bulk: OrdersBulk,
  }),
});

function OrdersExport({ search }: { search: OrderSearch }) {
  if (!useMay()(["import-export:write", ...NEEDED["order-export"]])) return null;
  const options = { major_units: true, guest_names: true };
  return <ExportButton type="order-export" filters={filtersOf(search)} options={options} />;
}
