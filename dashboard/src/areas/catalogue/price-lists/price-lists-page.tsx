import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { features } from "../../../kit/list/features.ts";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { ListCard } from "../../../kit/list/list-card.tsx";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { priceListColumns } from "./price-list-columns.tsx";
import { PAGE_SIZE, type PriceList, priceListsQuery } from "./price-list-queries.ts";
import { PRICE_LIST_STATUSES, PRICE_LIST_TYPES, type PriceListSearch } from "./price-list-search.ts";

export const priceListsRoute = createLazyRoute("/shell/price-lists")({ component: PriceListsPage });

const NONE: PriceList[] = [];

function PriceListsPage() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const may = useMay();
  const navigate = useNavigate();
  const search = useSearch({ from: "/shell/price-lists" });
  const { data, error, isFetching } = useQuery(priceListsQuery(api, search));
  const columns = useMemo(() => priceListColumns(t, format), [t, format]);
  const lists = data?.price_lists ?? NONE;
  const table = useTable({ features, columns, data: lists, getRowId: ({ id }) => id });
  const show = (changed: PriceListSearch) => navigate({ to: "/price-lists", search: changed });
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t("nav.priceLists")}</PageTitle>
        {may("price-lists:write") && (
          <Button renderRoot={(props) => <Link {...props} to="/price-lists/new" />}>
            {t("priceLists.new")}
          </Button>
        )}
      </Group>
      <Filters search={search} onShow={show} />
      <ListCard
        table={table}
        caption={t("nav.priceLists")}
        phone={["name", "state", "type"]}
        error={error}
        isLoading={isFetching && !data}
        empty={t(Object.keys(search).length > 0 ? "priceLists.noneFound" : "priceLists.none")}
      />
      <ListFooter
        count={data?.count}
        pageSize={PAGE_SIZE}
        page={search.page}
        onPage={(page) => show({ ...search, page })}
      >
        {t("priceLists.count", { count: data?.count ?? 0 })}
      </ListFooter>
    </Stack>
  );
}

function Filters({ search, onShow }: { search: PriceListSearch; onShow(search: PriceListSearch): void }) {
  const { t } = useTranslation();
  const { page: _page, ...filters } = search;
  const change = (changed: object) => onShow(withoutEmpty({ ...filters, ...changed }));
  const find = useDebouncedCallback((q: string) => change({ q }), 250);
  return (
    <FilterBar
      filters={filters}
      search={
        <TextInput
          label={t("priceLists.find")}
          defaultValue={search.q ?? ""}
          onChange={({ currentTarget }) => find(currentTarget.value.trim())}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={{ base: "100%", sm: 240 }}
        />
      }
    >
      <Select
        label={t("priceLists.type")}
        placeholder={t("table.all")}
        data={PRICE_LIST_TYPES.map((value) => ({ value, label: t(`priceLists.types.${value}`) }))}
        value={search.type ?? null}
        onChange={(type) => change({ type })}
        clearable
        w={{ base: "100%", sm: 180 }}
      />
      <Select
        label={t("priceLists.status")}
        placeholder={t("table.all")}
        data={PRICE_LIST_STATUSES.map((value) => ({ value, label: t(`priceLists.states.${value}`) }))}
        value={search.status ?? null}
        onChange={(status) => change({ status })}
        clearable
        w={{ base: "100%", sm: 180 }}
      />
    </FilterBar>
  );
}
