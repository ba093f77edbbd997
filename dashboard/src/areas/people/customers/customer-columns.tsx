import { Anchor, Badge, Checkbox, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import { nameOf } from "../../../data/people/customer-name.ts";
import { TagBadges } from "../../../data/people/tag-badges.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";

export type ListedCustomer = Schemas["AdminListedCustomer"];

const helper = createColumnHelper<Features, ListedCustomer>();

export const customerColumns = (t: TFunction, format: Format) =>
  helper.columns([
    helper.display({
      id: "select",
      header: ({ table }) => (
        <Checkbox
          aria-label={t("customers.selectAll")}
          checked={table.getIsAllRowsSelected()}
          indeterminate={table.getIsSomeRowsSelected()}
          onChange={table.getToggleAllRowsSelectedHandler()}
        />
      ),
      cell: ({ row }) => (
        <Checkbox
          aria-label={t("customers.select", { name: nameOf(row.original) })}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      ),
    }),
    helper.display({
      id: "name",
      header: t("customers.name"),
      cell: ({ row: { original } }) => (
        <Anchor
          fw={600}
          renderRoot={(props) => <Link {...props} to="/customers/$id" params={{ id: original.id }} />}
        >
          {nameOf(original)}
        </Anchor>
      ),
    }),
    helper.accessor("email", { id: "email", header: t("customers.email") }),
    helper.accessor("has_account", {
      id: "account",
      header: t("customers.account"),
      cell: ({ getValue }) => t(getValue() ? "customers.hasAccount" : "customers.guest"),
    }),
    helper.display({
      id: "groups",
      header: t("customers.groups"),
      cell: ({ row: { original } }) => (
        <Group gap={4}>
          {(original.groups ?? []).map(({ id, name }) => (
            <Badge key={id} variant="light" c="var(--mantine-color-text)" tt="none" fw={500}>
              {name}
            </Badge>
          ))}
        </Group>
      ),
    }),
    helper.display({
      id: "tags",
      header: t("tags.title"),
      cell: ({ row: { original } }) => <TagBadges tags={original.tags} />,
    }),
    helper.accessor("created_at", {
      id: "since",
      header: t("customers.since"),
      cell: ({ getValue }) => format.date(getValue()),
    }),
  ]);
