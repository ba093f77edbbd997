import { Anchor, Button, Group } from "@mantine/core";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { createColumnHelper } from "@tanstack/react-table";
import type { Schemas } from "@tradewind/client";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useListFields } from "../../../data/platform/custom-fields/list-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import type { Format } from "../../../kit/format/format.ts";
import type { Features } from "../../../kit/list/features.ts";
import { listPage } from "../../../kit/list/list-page.tsx";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { groupsQuery, PAGE_SIZE } from "../customers/customer-queries.ts";
import { GroupForm } from "./group-form.tsx";
import { GROUP_SORTS, type GroupsSearch } from "./groups-search.ts";

export const groupsRoute = createLazyRoute("/shell/customer-groups")({
  component: listPage({
    title: "customers.groups",
    query: (api, search: GroupsSearch, { fields }) => groupsQuery(api, search, fields),
    useFields: () => useListFields("customer_group"),
    choice: { list: "customer-groups", columns: [], hidden: [] },
    rows: ({ customer_groups }) => customer_groups,
    pageSize: PAGE_SIZE,
    columns: groupColumns,
    sorts: GROUP_SORTS,
    empty: "customers.noneOfGroups",
    count: "customers.groupCount",
    find: { label: "orders.find" },
    Above: BackToCustomers,
    Actions: ({ list }) => (
      <Group gap="xs">
        {list.columnChoice}
        <NewGroup />
      </Group>
    ),
  }),
});

const helper = createColumnHelper<Features, Schemas["CustomerGroup"]>();

function groupColumns(t: TFunction, format: Format) {
  return helper.columns([
    helper.display({
      id: "name",
      header: t("customers.groupName"),
      cell: ({ row: { original } }) => (
        <Anchor
          fw={600}
          renderRoot={(props) => <Link {...props} to="/customer-groups/$id" params={{ id: original.id }} />}
        >
          {original.name}
        </Anchor>
      ),
    }),
    helper.accessor("created_at", {
      id: "since",
      header: t("customers.groupSince"),
      cell: ({ getValue }) => format.date(getValue()),
    }),
  ]);
}

function BackToCustomers() {
  const { t } = useTranslation();
  return <BackLink to="/customers">{t("customers.back")}</BackLink>;
}

function NewGroup() {
  const { t } = useTranslation();
  const may = useMay();
  const dialog = useDialog<null>();
  return (
    <>
      {may("customers:write") && <Button onClick={() => dialog.open(null)}>{t("customers.newGroup")}</Button>}
      <FormDialog title={t("customers.newGroup")} opened={dialog.opened} onClose={dialog.close}>
        <GroupForm />
      </FormDialog>
    </>
  );
}
