import { Button, Group, MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ExportButton } from "../../../data/import-export/export-button.tsx";
import { TagsFilter } from "../../../data/people/tags-filter.tsx";
import { useListFields } from "../../../data/platform/custom-fields/list-fields.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { choiceFilter, type FilterProps } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { customerColumns } from "./customer-columns.tsx";
import { customersQuery, filtersOf, groupsQuery, PAGE_SIZE } from "./customer-queries.ts";
import { CustomersBulk } from "./customers-bulk.tsx";
import { CUSTOMER_SORTS, type CustomersSearch } from "./customers-search.ts";
import { NewCustomerDialog } from "./new-customer-dialog.tsx";

export const customersRoute = createLazyRoute("/shell/customers")({
  component: listPage({
    title: "nav.customers",
    query: (api, search: CustomersSearch, { fields }) => customersQuery(api, search, fields),
    extended: "customers",
    useFields: () => useListFields("customer"),
    choice: { list: "customers", columns: [], hidden: [] },
    rows: ({ customers }) => customers,
    pageSize: PAGE_SIZE,
    columns: customerColumns,
    phone: ["select", "name", "since"],
    phoneBelow: ["email", "account", "tags"],
    sorts: CUSTOMER_SORTS,
    empty: "customers.none",
    count: "customers.count",
    find: { label: "orders.find" },
    filters: [
      GroupsFilter,
      CustomerTagsFilter,
      AccountFilter,
      choiceFilter({
        name: "marketing_consent",
        label: "consent.filter",
        values: ["email", "sms"] as const,
        textOf: (channel) => `consent.channels.${channel}`,
      }),
    ],
    clear: "orders.clear",
    Actions: CustomerActions,
    Bulk: CustomersBulk,
  }),
});

function CustomerActions({ list }: { list: { search: CustomersSearch; columnChoice: ReactNode } }) {
  const { t } = useTranslation();
  const may = useMay();
  const [isNew, setIsNew] = useState(false);
  return (
    <Group gap="xs">
      {list.columnChoice}
      {may("import-export:write") && may("personal-data:read") && (
        <ExportButton
          type="customer-export"
          filters={filtersOf(list.search)}
          options={{ guest_names: true }}
        />
      )}
      <Button variant="default" component={Link} to="/customer-groups">
        {t("customers.groups")}
      </Button>
      <Button variant="default" component={Link} to="/segments">
        {t("segments.title")}
      </Button>
      <Button variant="default" component={Link} to="/tags">
        {t("tags.title")}
      </Button>
      {may("customers:write") && <Button onClick={() => setIsNew(true)}>{t("customers.new")}</Button>}
      {isNew && <NewCustomerDialog onClose={() => setIsNew(false)} />}
    </Group>
  );
}

function CustomerTagsFilter({ search, change }: FilterProps<CustomersSearch>) {
  return <TagsFilter kind="customer" value={search.tags} onChange={(tags) => change({ tags })} />;
}

function GroupsFilter({ search, change }: FilterProps<CustomersSearch>) {
  const { t } = useTranslation();
  const { data: groups } = useQuery(groupsQuery(useApi()));
  if (!groups || groups.count === 0) return null;
  return (
    <MultiSelect
      label={t("customers.groups")}
      placeholder={search.groups ? undefined : t("table.all")}
      data={groups.customer_groups.map(({ id, name }) => ({ value: id, label: name }))}
      value={search.groups ?? []}
      onChange={(chosen) => change({ groups: chosen.length > 0 ? chosen : undefined })}
      clearable
      w={{ base: "100%", sm: 220 }}
    />
  );
}

function AccountFilter({ search, change }: FilterProps<CustomersSearch>) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("customers.account")}
      placeholder={t("table.all")}
      data={[
        { value: "true", label: t("customers.hasAccount") },
        { value: "false", label: t("customers.guest") },
      ]}
      value={search.has_account === undefined ? null : String(search.has_account)}
      onChange={(value) => change({ has_account: value === null ? undefined : value === "true" })}
      clearable
      w={{ base: "100%", sm: 180 }}
    />
  );
}
