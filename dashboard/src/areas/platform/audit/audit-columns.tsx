import { Anchor, Text } from "@mantine/core";
import { createColumnHelper } from "@tanstack/react-table";
import type { TFunction } from "i18next";
import { StateBadge } from "../../../kit/detail/state-badge.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { EntityLink } from "../entity-link.tsx";
import { entityOfPath } from "../page-of-entity.ts";
import type { AuditEntry } from "../system-queries.ts";
import { actionOf, subjectOf } from "./subjects.ts";

const helper = createColumnHelper<Features, AuditEntry>();

interface Options {
  t: TFunction;
  format: Format;
  onOpen(entry: AuditEntry): void;
}

/** The name of a user, or the email. */
export const authorOf = ({ user, user_id }: AuditEntry): string =>
  [user?.first_name, user?.last_name].filter(Boolean).join(" ") || (user?.email ?? user_id);

export const auditColumns = ({ t, format, onOpen }: Options) =>
  helper.columns([
    helper.accessor("occurred_at", {
      header: t("system.time"),
      cell: ({ getValue }) => <span className="nowrap">{format.exactTime(getValue())}</span>,
    }),
    helper.accessor(authorOf, { id: "user", header: t("system.who") }),
    helper.accessor("method", {
      header: t("system.kind"),
      cell: ({ getValue }) => (
        <StateBadge color={getValue() === "DELETE" ? "red" : "sea"}>
          {t(getValue() === "DELETE" ? "system.deletion" : "system.change")}
        </StateBadge>
      ),
    }),
    helper.accessor("path", {
      header: t("system.what"),
      cell: ({ row, getValue }) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="start"
          fw={600}
          data-opens
          onClick={() => onOpen(row.original)}
        >
          {subjectOf(getValue(), t)}{" "}
          <Text component="span" display="block" size="xs" c="dimmed" fw={400}>
            {actionOf(getValue(), t)}
          </Text>
        </Anchor>
      ),
    }),
    helper.display({
      id: "fields",
      header: t("system.fields"),
      cell: ({ row: { original } }) => (
        <Text size="sm" lineClamp={1} maw={260}>
          {Object.keys(original.body ?? {}).join(", ") || "–"}
        </Text>
      ),
    }),
    helper.display({
      id: "object",
      header: t("system.object"),
      cell: ({ row }) => <EntityLink id={entityOfPath(row.original.path)} />,
    }),
  ]);
