import { Button, Group, MultiSelect, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { customerColumns, type ListedCustomer } from "./customer-columns.tsx";
import { customersQuery, groupsQuery, PAGE_SIZE } from "./customer-queries.ts";
import type { CustomersSearch } from "./customers-search.ts";
import { NewCustomerDialog } from "./new-customer-dialog.tsx";

export const customersRoute = createLazyRoute("/shell/customers")({ component: CustomersPage });

const NONE: ListedCustomer[] = [];

function CustomersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const navigate = useNavigate();
  const may = useMay();
  const [isNew, setIsNew] = useState(false);
  const search = useSearch({ from: "/shell/customers" });
  const { data, error, isFetching } = useQuery(customersQuery(useApi(), search));
  const columns = useMemo(() => customerColumns(t, format), [t, format]);
  const customers = data?.customers ?? NONE;
  const table = useTable({ features, columns, data: customers, getRowId: ({ id }) => id });
  const show = (changed: CustomersSearch) => navigate({ to: "/customers", search: withoutEmpty(changed) });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.customers")}</PageTitle>
        <Group gap="xs">
          <Button variant="default" component={Link} to="/customer-groups">
            {t("customers.groups")}
          </Button>
          {may("customers:write") && <Button onClick={() => setIsNew(true)}>{t("customers.new")}</Button>}
        </Group>
      </Group>
      <CustomerFilters search={search} onShow={show} />
      <ListCard
        table={table}
        caption={t("nav.customers")}
        phone={["name"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t("customers.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("customers.count", { count: data?.count ?? 0 })}
      </ListFooter>
      {isNew && <NewCustomerDialog onClose={() => setIsNew(false)} />}
    </Stack>
  );
}

interface FilterProps {
  search: CustomersSearch;
  onShow(search: CustomersSearch): void;
}

function CustomerFilters({ search, onShow }: FilterProps) {
  const { t } = useTranslation();
  const { data: groups } = useQuery(groupsQuery(useApi()));
  const { page: _, ...filters } = search;
  const show = (changed: Partial<Record<keyof CustomersSearch, unknown>>) =>
    onShow({ ...filters, ...changed } as CustomersSearch);
  return (
    <FilterBar
      filters={filters}
      search={
        <SearchInput label={t("orders.find")} value={search.q} onFind={(q) => show({ q: q || undefined })} />
      }
    >
      {(groups?.count ?? 0) > 0 && (
        <MultiSelect
          label={t("customers.groups")}
          placeholder={search.groups ? undefined : t("table.all")}
          data={(groups?.customer_groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={search.groups ?? []}
          onChange={(chosen) => show({ groups: chosen.length > 0 ? chosen : undefined })}
          clearable
          w={{ base: "100%", sm: 220 }}
        />
      )}
      <Select
        label={t("customers.account")}
        placeholder={t("table.all")}
        data={[
          { value: "true", label: t("customers.hasAccount") },
          { value: "false", label: t("customers.guest") },
        ]}
        value={search.has_account === undefined ? null : String(search.has_account)}
        onChange={(value) => show({ has_account: value === null ? undefined : value === "true" })}
        clearable
        w={{ base: "100%", sm: 180 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("orders.clear")}
        </Button>
      )}
    </FilterBar>
  );
}
