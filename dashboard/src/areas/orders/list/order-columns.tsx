import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import { nameOfBuyer } from "../../../data/orders/buyer.ts";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { StatusBadge } from "../../../data/orders/status-badge.tsx";
import { colleagueName } from "../../../data/people/colleagues.ts";
import { TagBadges } from "../../../data/people/tag-badges.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { RowLink } from "../../../kit/list/row-link.tsx";
import { SelectBox } from "../../../kit/list/select-box.tsx";

export type ListedOrder = Schemas["AdminListedOrder"];

const helper = createColumnHelper<Features, ListedOrder>();

function OrderNumber({ order }: { order: ListedOrder }) {
  const numberOf = useOrderNumber();
  return <>#{numberOf(order)}</>;
}

/** Columns that can be hidden, in their order. */
export const CHOSEN_COLUMNS = [
  "date",
  "customer",
  "payment",
  "fulfillment",
  "status",
  "country",
  "tags",
  "assignee",
  "total",
] as const;

export const orderColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "select",
      header: ({ table }) => (
        <SelectBox
          label={t("orders.selectAll")}
          checked={table.getIsAllRowsSelected()}
          indeterminate={table.getIsSomeRowsSelected()}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      ),
      cell: ({ row }) => (
        <SelectBox
          label={t("orders.select", { number: row.original.display_id })}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      ),
    }),
    helper.display({
      id: "number",
      header: t("orders.number"),
      cell: ({ row }) => (
        <RowLink to="/orders/$id" params={{ id: row.original.id }}>
          <OrderNumber order={row.original} />
        </RowLink>
      ),
    }),
    helper.accessor("created_at", {
      id: "date",
      header: t("orders.date"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor(nameOfBuyer, { id: "customer", header: t("orders.customer") }),
    helper.accessor("payment_status", {
      id: "payment",
      header: t("orders.payment"),
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    helper.accessor("fulfillment_status", {
      id: "fulfillment",
      header: t("orders.fulfillment"),
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    helper.accessor("status", {
      id: "status",
      header: t("orders.status"),
      cell: ({ getValue }) => <StatusBadge status={getValue()} />,
    }),
    helper.accessor((order) => order.shipping_address?.country_code?.toUpperCase() ?? "", {
      id: "country",
      header: t("orders.country"),
    }),
    helper.display({
      id: "tags",
      header: t("orders.tags"),
      cell: ({ row }) => <TagBadges tags={row.original.tags} />,
    }),
    helper.accessor(({ assignee }) => (assignee ? colleagueName(assignee) : ""), {
      id: "assignee",
      header: t("orders.assignee"),
    }),
    helper.accessor("total", {
      id: "total",
      header: t("orders.total"),
      cell: ({ row }) => format.money(row.original.total, row.original.currency_code),
    }),
  ]);
