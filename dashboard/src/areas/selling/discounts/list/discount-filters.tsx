import { Button, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FilterBar } from "../../../../kit/list/filter-bar.tsx";
import { withoutEmpty } from "../../../../kit/list/search-params.ts";
import { DISCOUNT_CODES, DISCOUNT_STATES, DISCOUNT_TYPES, type DiscountSearch } from "./discount-search.ts";

interface Props {
  search: DiscountSearch;
  onShow(search: DiscountSearch): void;
}

const FILTERS = [
  { name: "state", label: "discounts.state", texts: "discounts.states", values: DISCOUNT_STATES },
  { name: "type", label: "discounts.type", texts: "discounts.types", values: DISCOUNT_TYPES },
  { name: "codes", label: "discounts.codesTitle", texts: "discounts.codes", values: DISCOUNT_CODES },
] as const;

/** What the page shows is in its address: it can be sent to a colleague. */
export function DiscountFilters({ search, onShow }: Props) {
  const { t } = useTranslation();
  const { page: _page, ...filters } = search;
  const change = (changed: object) => onShow(withoutEmpty({ ...filters, ...changed }));
  const find = useDebouncedCallback((q: string) => change({ q }), 250);
  return (
    <FilterBar
      filters={filters}
      search={
        <TextInput
          key={search.q === undefined ? "empty" : "typed"}
          label={t("discounts.find")}
          defaultValue={search.q ?? ""}
          onChange={({ currentTarget }) => find(currentTarget.value.trim())}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={{ base: "100%", sm: 220 }}
        />
      }
    >
      {FILTERS.map(({ name, label, texts, values }) => (
        <Select
          key={name}
          label={t(label)}
          placeholder={t("table.all")}
          data={values.map((value) => ({
            value,
            label: t(`${texts}.${value}` as "discounts.states.active"),
          }))}
          value={search[name] ?? null}
          onChange={(chosen) => change({ [name]: chosen })}
          clearable
          w={{ base: "100%", sm: 170 }}
        />
      ))}
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onShow({})}>
          {t("discounts.clear")}
        </Button>
      )}
    </FilterBar>
  );
}
