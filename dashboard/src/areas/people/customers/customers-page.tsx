import { Button, Group, MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import type { FilterProps } from "../../../kit/list/filters.tsx";
import { listPage } from "../../../kit/list/list-page.tsx";
import { customerColumns } from "./customer-columns.tsx";
import { customersQuery, groupsQuery, PAGE_SIZE } from "./customer-queries.ts";
import type { CustomersSearch } from "./customers-search.ts";
import { NewCustomerDialog } from "./new-customer-dialog.tsx";

export const customersRoute = createLazyRoute("/shell/customers")({
  component: listPage({
    title: "nav.customers",
    query: customersQuery,
    rows: ({ customers }) => customers,
    pageSize: PAGE_SIZE,
    columns: customerColumns,
    phone: ["name"],
    empty: "customers.none",
    count: "customers.count",
    find: { label: "orders.find" },
    filters: [GroupsFilter, AccountFilter],
    clear: "orders.clear",
    Actions: CustomerActions,
  }),
});

function CustomerActions() {
  const { t } = useTranslation();
  const may = useMay();
  const [isNew, setIsNew] = useState(false);
  return (
    <Group gap="xs">
      <Button variant="default" component={Link} to="/customer-groups">
        {t("customers.groups")}
      </Button>
      {may("customers:write") && <Button onClick={() => setIsNew(true)}>{t("customers.new")}</Button>}
      {isNew && <NewCustomerDialog onClose={() => setIsNew(false)} />}
    </Group>
  );
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
