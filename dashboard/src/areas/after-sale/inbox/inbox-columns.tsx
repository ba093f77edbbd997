import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import type { InboxRow } from "../returns-queries.ts";
import type { Kind } from "../returns-search.ts";

const helper = createColumnHelper<Features, InboxRow>();

const RED = ["return.requires_action", "payment.requires_action"];
const ORANGE = ["return.requested", "payment.not_paid", "payment.awaiting"];
const colorOf = (state: string) => (RED.includes(state) ? "red" : ORANGE.includes(state) ? "orange" : "sea");

export const inboxColumns = (t: TFunction, format: Format, kind: Kind) =>
  helper.columns([
    helper.display({
      id: "order",
      header: t("returns.order"),
      cell: ({ row: { original } }) =>
        original.order && (
          <Anchor
            fw={600}
            renderRoot={(props) => (
              <Link {...props} to="/orders/$id" params={{ id: original.order!.id }} hash={original.id} />
            )}
          >
            #{original.order.display_id}
          </Anchor>
        ),
    }),
    helper.accessor("created_at", {
      id: "date",
      header: t("returns.date"),
      cell: ({ getValue }) => format.time(getValue()),
    }),
    helper.accessor((row) => row.order?.buyer ?? "", { id: "customer", header: t("returns.customer") }),
    helper.display({
      id: "origin",
      header: t(kind === "return" ? "returns.origin" : "orders.fulfillment"),
      cell: ({ row: { original } }) => {
        if (kind === "return") return t(`returns.kinds.${original.origin}`);
        return original.fulfillment ? t(`status.${original.fulfillment}`) : "–";
      },
    }),
    helper.accessor("state", {
      id: "state",
      header: t(kind === "claim" ? "returns.compensation" : "returns.state"),
      cell: ({ getValue }) => (
        <StateBadge color={colorOf(getValue())}>{t(`returns.states.${getValue()}` as never)}</StateBadge>
      ),
    }),
    helper.accessor("pieces", {
      id: "pieces",
      header: t("returns.pieces"),
      cell: ({ getValue }) => getValue() ?? "–",
    }),
    helper.accessor("amount", {
      id: "amount",
      header: t(kind === "swap" ? "returns.difference" : "returns.refund"),
      cell: ({ row: { original } }) =>
        original.amount === null || !original.order
          ? "–"
          : format.money(original.amount, original.order.currency_code),
    }),
  ]);
