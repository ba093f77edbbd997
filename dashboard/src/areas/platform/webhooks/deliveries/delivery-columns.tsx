import { Anchor, Checkbox } from "@mantine/core";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import type { Format } from "../../../../kit/format/format.ts";
import type { Features } from "../../../../kit/list/features.ts";
import { DeliveryBadge } from "../webhook-badge.tsx";
import type { Delivery } from "../webhook-queries.ts";

const helper = createColumnHelper<Features, Delivery>();

interface Options {
  t: TFunction;
  format: Format;
  canRetry: boolean;
  onOpen(id: string): void;
}

export const deliveryColumns = ({ t, format, canRetry, onOpen }: Options) =>
  helper.columns([
    ...(canRetry ? [selection(t)] : []),
    helper.accessor("event_name", {
      header: t("webhook.event"),
      cell: ({ row, getValue }) => (
        <Anchor
          component="button"
          type="button"
          fw={600}
          size="sm"
          data-opens
          onClick={() => onOpen(row.original.id)}
        >
          {getValue()}
        </Anchor>
      ),
    }),
    helper.accessor("status", {
      header: t("webhook.state"),
      cell: ({ getValue }) => <DeliveryBadge status={getValue()} />,
    }),
    helper.accessor("response_status", {
      header: t("webhook.answer"),
      cell: ({ getValue }) => getValue() ?? "–",
    }),
    helper.accessor("attempts", { header: t("webhook.attempts") }),
    helper.accessor("duration", {
      header: t("webhook.duration"),
      cell: ({ getValue }) => (getValue() === null ? "–" : t("webhook.ms", { count: getValue() ?? 0 })),
    }),
    helper.accessor("created_at", {
      header: t("webhook.created"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
  ]);

const selection = (t: TFunction) =>
  helper.display({
    id: "select",
    header: ({ table }) => (
      <Checkbox
        aria-label={t("webhook.selectAll")}
        checked={table.getIsAllRowsSelected()}
        indeterminate={table.getIsSomeRowsSelected()}
        onChange={table.getToggleAllRowsSelectedHandler()}
      />
    ),
    cell: ({ row }) => (
      <Checkbox
        aria-label={t("webhook.select", { name: row.original.event_name })}
        checked={row.getIsSelected()}
        onChange={row.getToggleSelectedHandler()}
      />
    ),
  });
