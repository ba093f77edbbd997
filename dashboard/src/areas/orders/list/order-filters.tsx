import { Button, MultiSelect, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  FULFILLMENT_STATUSES,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
} from "../../../data/orders/order-statuses.ts";
import { AssigneeFilter } from "../../../data/people/assignee-filter.tsx";
import { TagsFilter } from "../../../data/people/tags-filter.tsx";
import { channelsQuery, regionsQuery } from "../../../data/shop/shop-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { PeriodInput } from "../../../kit/inputs/period-input.tsx";
import { FilterBar } from "../../../kit/list/filter-bar.tsx";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { withoutEmpty } from "../../../kit/list/search-params.ts";
import type { OrderSearch } from "./order-search.ts";

interface Props {
  search: OrderSearch;
  onShow(search: OrderSearch): void;
  /** Filters by fields of the shop. */
  fieldFilters: ReactNode;
}

const FILTERS = [
  { name: "payment_status", values: PAYMENT_STATUSES, label: "orders.payment" },
  { name: "fulfillment_status", values: FULFILLMENT_STATUSES, label: "orders.fulfillment" },
  { name: "status", values: ORDER_STATUSES, label: "orders.status" },
] as const;

/** What the page shows is in its address: it can be sent to a colleague. */
export function OrderFilters({ search, onShow, fieldFilters }: Props) {
  const { t } = useTranslation();
  const { page: _, ...filters } = search;
  const { order: _order, ...narrowing } = filters;
  return (
    <FilterBar
      filters={narrowing}
      search={
        <SearchInput
          label={t("orders.find")}
          value={search.q}
          onFind={(q) => onShow(q ? { ...filters, q } : without(filters, "q"))}
        />
      }
    >
      {FILTERS.map(({ name, values, label }) => (
        <MultiSelect
          key={name}
          label={t(label)}
          placeholder={search[name] ? undefined : t("table.all")}
          data={values.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={search[name] ?? []}
          onChange={(chosen) =>
            onShow(chosen.length > 0 ? { ...filters, [name]: chosen } : without(filters, name))
          }
          clearable
          w={{ base: "100%", sm: 200 }}
        />
      ))}
      <ChoiceOfShop name="region_id" query={regionsQuery} filters={filters} onShow={onShow} />
      <ChoiceOfShop name="sales_channel_id" query={channelsQuery} filters={filters} onShow={onShow} />
      <CurrencyChoice filters={filters} onShow={onShow} />
      <TagsFilter
        kind="order"
        value={search.tags}
        onChange={(tags) => onShow(tags ? { ...filters, tags } : without(filters, "tags"))}
      />
      <AssigneeFilter
        value={search.assigned_to}
        onChange={(assigned_to) =>
          onShow(assigned_to ? { ...filters, assigned_to } : without(filters, "assigned_to"))
        }
      />
      <PeriodInput
        label={t("orders.date")}
        from={search.from}
        to={search.to}
        onChange={(period) =>
          onShow(withoutEmpty({ ...without(without(filters, "from"), "to"), ...period }) as OrderSearch)
        }
      />
      {fieldFilters}
      {Object.keys(narrowing).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("orders.clear")}
        </Button>
      )}
    </FilterBar>
  );
}

interface ChoiceProps {
  name: "region_id" | "sales_channel_id";
  query: typeof regionsQuery | typeof channelsQuery;
  filters: OrderSearch;
  onShow(search: OrderSearch): void;
}

/** Regions or channels. A shop with one of them has nothing to choose. */
function ChoiceOfShop({ name, query, filters, onShow }: ChoiceProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery<{ id: string; name: string }[]>(query(useApi()) as never);
  if (data.length < 2) return null;
  return (
    <MultiSelect
      label={t(`orders.${name}`)}
      placeholder={filters[name] ? undefined : t("table.all")}
      data={data.map(({ id, name: label }) => ({ value: id, label }))}
      value={filters[name] ?? []}
      onChange={(chosen) =>
        onShow(chosen.length > 0 ? { ...filters, [name]: chosen } : without(filters, name))
      }
      clearable
      w={{ base: "100%", sm: 200 }}
    />
  );
}

function CurrencyChoice({ filters, onShow }: Omit<ChoiceProps, "name" | "query">) {
  const { t } = useTranslation();
  const { data: regions = [] } = useQuery(regionsQuery(useApi()));
  const codes = [...new Set(regions.map(({ currency_code }) => currency_code))];
  if (codes.length < 2) return null;
  return (
    <Select
      label={t("orders.currency")}
      placeholder={t("table.all")}
      data={codes.map((value) => ({ value, label: value.toUpperCase() }))}
      value={filters.currency_code ?? null}
      onChange={(currency_code) =>
        onShow(currency_code ? { ...filters, currency_code } : without(filters, "currency_code"))
      }
      clearable
      w={{ base: "100%", sm: 110 }}
    />
  );
}

function without(search: OrderSearch, name: keyof OrderSearch): OrderSearch {
  const { [name]: _, ...rest } = search;
  return rest;
}
